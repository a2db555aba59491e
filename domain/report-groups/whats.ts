import { recordOf } from '../fields/fields.ts';

export const groupVerbs = ['add', 'edit', 'show', 'hide', 'delete', 'restore', 'order'] as const;
export type GroupVerb = (typeof groupVerbs)[number];

/** What the audit log calls each action, such as `subgroup.edit`. */
export const groupWhats = {
  groups: recordOf(groupVerbs, (verb) => `group.${verb}` as const),
  subgroups: recordOf(groupVerbs, (verb) => `subgroup.${verb}` as const),
};
