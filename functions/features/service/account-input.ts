import { type SQL, sql } from 'drizzle-orm';

export type Fields = {
  name: string;
  directoryId: string;
  appId: string;
  objectId: string | null;
  secretEndsOn: string | null;
  subscriptionId: string | null;
  resourceGroup: string | null;
  workspaceId: string | null;
};

/** The first moment of the day in the tenant's zone: better told a few hours early than late. */
export const endsAt = (day: string | null, zone: string): SQL =>
  day === null ? sql`null::timestamptz` : sql`(${day}::date::timestamp at time zone ${zone})`;

/** What the audit keeps of an account: everything but the secret, of which it says only that one was set. */
export const factsOf = (fields: Fields, secretSet: boolean): string => {
  const { name, directoryId, appId, objectId, secretEndsOn, subscriptionId, resourceGroup, workspaceId } = fields;
  return JSON.stringify({
    ...{ name, directoryId, appId, objectId, secretEndsOn, subscriptionId, resourceGroup, workspaceId },
    ...(secretSet && { secret: 'set' }),
  });
};
