/** The search parameters of `/reports` that switch it to the viewers' side: a group, or all groups. */
export type GroupsAddress = { group?: string | undefined; tab?: string | undefined };

/**
 * Whether `/reports` shows groups to view or to administer. Only the address decides, so that every link means the same to all
 * administrators: `?group=` and `?tab=view` view, anything else administers. Users who may not administer always view.
 */
export function looksAtGroups(mayAdminister: boolean, address: GroupsAddress): boolean {
  return !mayAdminister || Boolean(address.group) || address.tab === 'view';
}
