import type { DirectoryPerson } from './person.ts';
import { sameValue } from './values.ts';

/** What a directory sends about a user, in the portal's own columns. */
const ownFields = ['name', 'email', 'phones', 'department', 'position', 'language'] as const;
export type OwnField = (typeof ownFields)[number];
/** The names by which the directory and the provider tied to it know the user: always written, recorded where they change. */
const identifiers = ['userName', 'externalId'] as const;
type Identifier = (typeof identifiers)[number];
type Facts = Record<string, string | null>;

/** The user as the directory knew them and as it wants them; `phones` are the wanted telephone numbers in E.164. */
export type AskedWrite = {
  before: Pick<DirectoryPerson, OwnField | Identifier>;
  after: Pick<DirectoryPerson, OwnField | Identifier | 'active'>;
  phones: readonly string[];
};
/** What is written: only what the directory changed, so that concurrent changes made in the portal are kept. */
export type WritePlan = {
  fields: OwnField[];
  status: 'A' | 'D' | null;
  what: 'user.edit' | 'user.activate' | 'user.deactivate';
  change: { before: Facts; after: Facts; scim: true };
};

const whats = { A: 'user.activate', D: 'user.deactivate' } as const;

export function planWrite({ before, after, phones }: AskedWrite, status: string): WritePlan {
  const fields = ownFields.filter((field) => !sameValue(before[field], after[field]));
  const becomes = after.active === (status !== 'D') ? null : after.active ? ('A' as const) : ('D' as const);
  const named = identifiers.filter((field) => before[field] !== after[field]);
  const told = (person: Pick<DirectoryPerson, OwnField | Identifier>, phone: string | undefined): Facts =>
    Object.fromEntries([
      ...fields.map((field) => (field === 'phones' ? ['phone', phone ?? null] : [field, person[field]])),
      ...named.map((field) => [field, person[field]]),
    ]);
  return {
    fields,
    status: becomes,
    what: becomes ? whats[becomes] : 'user.edit',
    change: {
      before: { ...told(before, before.phones[0]), ...(becomes && { status }) },
      after: { ...told(after, phones[0]), ...(becomes && { status: becomes }) },
      scim: true,
    },
  };
}
