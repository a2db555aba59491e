import type { Sample } from './sample.ts';

const base = '/api/auth/scim';

/** One valid call for every endpoint of the directory's connection; the place has a token and a group of the directory. */
export const scimSamples: Record<string, readonly Sample[]> = {
  [`GET ${base}/token`]: [{ of: () => ({ path: `${base}/token` }) }],
  [`POST ${base}/add`]: [{ of: () => ({ path: `${base}/add`, body: { name: 'Okta', life: 'd365' } }), once: true }],
  [`PUT ${base}/update`]: [{ of: (ids) => ({ path: `${base}/update`, body: { id: ids.scimToken, version: 1, name: 'Entra ID' } }) }],
  [`DELETE ${base}/delete`]: [{ of: (ids) => ({ path: `${base}/delete?id=${ids.scimToken}` }) }],
  [`PUT ${base}/choices`]: [{ of: () => ({ path: `${base}/choices`, body: { invite: 'S', version: 0 } }) }],
  [`GET ${base}/groups`]: [{ of: () => ({ path: `${base}/groups?search=dir&sort=-members&size=10` }) }],
  [`GET ${base}/groups/choices`]: [{ of: () => ({ path: `${base}/groups/choices?q=reg` }) }],
  [`GET ${base}/groups/export`]: [{ of: () => ({ path: `${base}/groups/export?sort=-members` }) }],
  [`PUT ${base}/groups/{id}`]: [
    { of: (ids) => ({ path: `${base}/groups/${ids.scimGroup}`, body: { version: 1, profile: null, userGroupId: ids.userGroup } }) },
  ],
  [`GET ${base}/log`]: [{ of: () => ({ path: `${base}/log?view=error&from=2026-01-01&search=a` }) }],
  [`GET ${base}/log/export`]: [{ of: () => ({ path: `${base}/log/export?view=error` }) }],
};
