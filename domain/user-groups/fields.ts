import { buildRecord, getKeys } from '../fields/fields.ts';

// The one list of the fields of a user group: contract, statements, file, form, list and history derive from it (docs/data.md, "Add a
// field").

/** `lines`: the height of the field in the form. */
export const userGroupTexts = {
  description: { max: 300, lines: 3 },
} as const satisfies Record<string, { max: number; lines: number }>;

export const textNames = getKeys(userGroupTexts);
export type UserGroupTexts = Record<(typeof textNames)[number], string>;

/** A user group as a form holds it. */
export type UserGroupDraft = UserGroupTexts & { name: string };
const emptyDraft: UserGroupDraft = { name: '', ...buildRecord(textNames, () => '') };
export const userGroupFields = getKeys(emptyDraft);
