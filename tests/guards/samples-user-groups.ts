import type { Sample } from './sample.ts';

const base = '/api/auth/user-groups';

/** One valid call for every endpoint of groups of people; the place has one with a member and a report. */
export const userGroupSamples: Record<string, readonly Sample[]> = {
  [`GET ${base}`]: [{ of: () => ({ path: `${base}?search=reg&sort=-members&size=10` }) }, { of: () => ({ path: `${base}?view=deleted` }) }],
  [`GET ${base}/export`]: [{ of: () => ({ path: `${base}/export?view=empty` }) }],
  [`POST ${base}`]: [{ of: () => ({ path: base, body: { name: 'Regional Norte', description: 'Norte e Nordeste' } }) }],
  [`POST ${base}/bulk`]: [{ of: (ids) => ({ path: `${base}/bulk`, body: { action: 'delete', ids: [ids.userGroup] } }) }],
  [`GET ${base}/{id}`]: [{ of: (ids) => ({ path: `${base}/${ids.userGroup}` }) }],
  [`PUT ${base}/{id}`]: [{ of: (ids) => ({ path: `${base}/${ids.userGroup}`, body: { version: 1, name: 'Regional Sul e Sudeste' } }) }],
  [`POST ${base}/{id}/duplicate`]: [{ of: (ids) => ({ path: `${base}/${ids.userGroup}/duplicate`, body: { name: 'Regional Oeste' } }) }],
  [`GET ${base}/{id}/history`]: [{ of: (ids) => ({ path: `${base}/${ids.userGroup}/history` }) }],
  [`GET ${base}/{id}/members`]: [{ of: (ids) => ({ path: `${base}/${ids.userGroup}/members?search=br&sort=-name&size=10` }) }],
  [`GET ${base}/{id}/members/export`]: [{ of: (ids) => ({ path: `${base}/${ids.userGroup}/members/export` }) }],
  [`GET ${base}/{id}/members/choices`]: [{ of: (ids) => ({ path: `${base}/${ids.userGroup}/members/choices?q=a` }) }],
  [`POST ${base}/{id}/members`]: [
    { of: (ids) => ({ path: `${base}/${ids.userGroup}/members`, body: { people: [ids.user] } }) },
    // The first call has already added everyone.
    {
      of: (ids) => ({ path: `${base}/${ids.userGroup}/members`, body: { filter: { group: ids.userGroup } } }),
      unaudited: true,
    },
  ],
  [`POST ${base}/{id}/members/remove`]: [
    { of: (ids) => ({ path: `${base}/${ids.userGroup}/members/remove`, body: { ids: [ids.user2] } }) },
  ],
  [`GET ${base}/{id}/reports`]: [{ of: (ids) => ({ path: `${base}/${ids.userGroup}/reports?search=ve&sort=-name&size=10` }) }],
  [`GET ${base}/{id}/reports/choices`]: [{ of: (ids) => ({ path: `${base}/${ids.userGroup}/reports/choices?q=me` }) }],
  [`POST ${base}/{id}/reports`]: [
    { of: (ids) => ({ path: `${base}/${ids.userGroup}/reports`, body: { reports: [ids.report2], confirmed: true } }) },
    { of: (ids) => ({ path: `${base}/${ids.userGroup}/reports`, body: { places: [ids.group], confirmed: true } }) },
  ],
  [`POST ${base}/{id}/reports/remove`]: [
    { of: (ids) => ({ path: `${base}/${ids.userGroup}/reports/remove`, body: { ids: [ids.groupGrant] } }) },
  ],
};
