/** Bulk mails per second sent through a tenant's own server: from one in ten seconds to fifty. */
export const bulkRate = { least: 0.1, most: 50, usual: 2 } as const;
