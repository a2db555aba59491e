// The one list of the fields of a maintenance window: contract, statements and form derive from it, or are a record of
// all fields that doesn't compile while one is missing (docs/data.md, "Add a field").

/** A column each; S or N on the wire. */
export const windowFlags = ['blocks', 'exceptAdmin', 'loginNotice', 'pausesCapacity'] as const;
export type WindowFlag = (typeof windowFlags)[number];

/** What an edit may omit; the rest of a form is what stands in a column under the same name. */
export const omissible = ['text', 'texts', 'announceHours', ...windowFlags] as const;
export const windowFields = ['title', 'startsAt', 'endsAt', ...omissible] as const;
export type WindowField = (typeof windowFields)[number];
