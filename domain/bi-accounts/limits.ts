// Apart from the contract, so that a page can use them without its schemas.
export const maxNameLength = 80;
export const maxSecretLength = 512;
export const maxResourceGroupLength = 90;
/** How many workspaces can be added at once, and how many are listed when browsing the service. */
export const maxAdded = 100;
export const browsePageSize = 50;
export const accountSorts = ['name', 'ends', 'created'] as const;
export const workspaceSorts = ['name', 'created'] as const;
/** Days before a secret expires on which administrators are notified. */
export const noticeDays = [30, 7, 1] as const;
