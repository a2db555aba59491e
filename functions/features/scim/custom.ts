import { NeonDbError } from '@neondatabase/serverless';
import { checkValues } from '../../../domain/custom-fields/check-values.ts';
import type { CustomValues } from '../../../domain/custom-fields/field.ts';
import { invalidValue, ScimError } from '../../../domain/scim/error.ts';
import type { DirectoryPerson } from '../../../domain/scim/person.ts';
import { customUrn } from '../../../domain/scim/schemas.ts';
import type { ScimContext } from './request.ts';

/** The custom values of a user. A value that a directory wrote before and now omits is cleared; required ones may be missing. */
export function getCustom({ fields }: ScimContext, { custom }: DirectoryPerson, before: CustomValues | null): CustomValues {
  const cleared =
    before === null ? {} : Object.fromEntries(fields.filter(({ key }) => before[key] !== undefined).map(({ key }) => [key, null]));
  const { values, problems } = checkValues({ fields, input: { ...cleared, ...custom }, before, by: 'scim' });
  const [wrong] = Object.entries(problems);
  if (wrong) throw invalidValue(`"${customUrn}:${wrong[0]}" is refused: ${wrong[1]}.`);
  return values;
}

export const taken = (detail: string) => new ScimError(409, detail, 'uniqueness');

/** For a user created in the portal: a directory takes over no administrator, and no user outside the domains of its provider. */
export const notAdopted = () =>
  taken(
    'The portal made this person, and the directory may not take it over: that works for plain users of a domain listed on the ' +
      'provider to which the token is tied, without a second factor, another provider or another unit.',
  );

/** A user that the directory of a provider created signs in there by this identifier, so another directory can't choose it. */
export const othersIdentifier = () =>
  new ScimError(
    409,
    'The directory of another provider created this person: "externalId" can only be changed with a token tied to the same provider.',
    'mutability',
  );

/** Which of a user's values another user has; the caller may continue without it. */
export class OthersValue extends ScimError {
  readonly column: 'phone' | 'email';

  constructor(column: 'phone' | 'email', detail: string) {
    super(409, detail, 'uniqueness');
    this.column = column;
  }
}

/** The database enforces what is unique within a tenant, so that two writers can't both win. */
export async function orUnique<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof NeonDbError) || error.code !== '23505') throw error;
    if (error.constraint === 'users_phone') throw new OthersValue('phone', 'One of the phoneNumbers is another person’s.');
    if (error.constraint === 'users_email') throw new OthersValue('email', 'The e-mail address is another person’s.');
    throw taken('Somebody or something of that name exists already.');
  }
}
