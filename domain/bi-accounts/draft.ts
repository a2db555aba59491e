import { type FieldMessage, fieldProblem } from '../validation/field.ts';
import { isGuid } from './guid.ts';

/**
 * An account as its form holds it: all text, the day as `yyyy-mm-dd` or what was typed so far. An empty secret leaves a stored account's
 * secret unchanged.
 */
export type AccountDraft = {
  name: string;
  directoryId: string;
  appId: string;
  objectId: string;
  secret: string;
  secretEndsOn: string;
  subscriptionId: string;
  resourceGroup: string;
  workspaceId: string;
};
export type AccountField = keyof AccountDraft;

export const emptyAccount: AccountDraft = {
  name: '',
  directoryId: '',
  appId: '',
  objectId: '',
  secret: '',
  secretEndsOn: '',
  subscriptionId: '',
  resourceGroup: '',
  workspaceId: '',
};
export const accountFields = Object.keys(emptyAccount) as AccountField[]; // because Object.keys loses the literal type

const required = { directoryId: true, appId: true, objectId: false, subscriptionId: false, workspaceId: false } as const;

const guidProblem = (text: string, isRequired: boolean): FieldMessage | null =>
  fieldProblem(text, { required: isRequired }) ?? (text.trim() === '' || isGuid(text) ? null : 'ui.form.invalid');

/** What is wrong with a draft, by field. A resource group is useless without its subscription. */
export function accountProblems(draft: AccountDraft, { isNew }: { isNew: boolean }): Partial<Record<AccountField, FieldMessage>> {
  const day = draft.secretEndsOn.trim() === '' ? null : fieldProblem(draft.secretEndsOn.replaceAll('-', '/'), { rule: 'date' });
  const guids = Object.entries(required).map(([field, isRequired]) => [
    field,
    // The entries are of `required`.
    guidProblem(draft[field as keyof typeof required], isRequired || (field === 'subscriptionId' && draft.resourceGroup.trim() !== '')),
  ]);
  const found: [string, FieldMessage | null][] = [
    ['name', fieldProblem(draft.name)],
    ['secret', fieldProblem(draft.secret, { required: isNew })],
    ['secretEndsOn', day],
    ...(guids as [string, FieldMessage | null][]), // because map widens the pair
  ];
  return Object.fromEntries(found.filter(([, problem]) => problem !== null));
}

const orNull = (text: string) => text.trim() || null;

/** The draft in the form of the wire. */
export function accountInput(draft: AccountDraft) {
  return {
    name: draft.name.trim(),
    directoryId: draft.directoryId.trim(),
    appId: draft.appId.trim(),
    objectId: orNull(draft.objectId),
    secretEndsOn: orNull(draft.secretEndsOn)?.replaceAll('/', '-') ?? null,
    subscriptionId: orNull(draft.subscriptionId),
    resourceGroup: orNull(draft.resourceGroup),
    workspaceId: orNull(draft.workspaceId),
  };
}
