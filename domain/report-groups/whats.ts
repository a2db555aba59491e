import { buildRecord } from '../fields/fields.ts';

export const groupVerbs = ['add', 'edit', 'show', 'hide', 'delete', 'restore', 'order'] as const;
export type GroupVerb = (typeof groupVerbs)[number];

/** What the audit log calls each action, such as `subgroup.edit`. */
export const groupWhats = {
  groups: buildRecord(groupVerbs, (verb) => `group.${verb}` as const),
  subgroups: buildRecord(groupVerbs, (verb) => `subgroup.${verb}` as const),
};
