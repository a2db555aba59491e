/** The search parameters of `/reports` that turn it to the viewers' side: a group, or all groups. */
export type GroupsAddress = { group?: string | undefined; tab?: string | undefined };

/**
 * Tells whether `/reports` shows groups to look at or to administer. The address alone decides, so that every link means the same
 * to all who may administer: `?group=` and `?tab=view` are for looking, anything else is the administration. Whoever may not, looks.
 */
export function looksAtGroups(mayAdminister: boolean, address: GroupsAddress): boolean {
  return !mayAdminister || Boolean(address.group) || address.tab === 'view';
}
