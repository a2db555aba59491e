import type { Sample } from './sample.ts';

/** The token of the waiting page for a unit below, already approved. */
export const unitWait = (unit: string) => unit.replaceAll('-', '').padEnd(43, 'B');

/** One valid call for every endpoint of the partner switch; the place of a partner has a unit below, that of a unit a partner above. */
export const partnerSamples: Record<string, readonly Sample[]> = {
  'POST /api/auth/change/partner/to/admin': [
    { of: (ids) => ({ path: '/api/auth/change/partner/to/admin', body: { company: ids.unitBelow, reason: 'Conferir um painel' } }) },
    {
      of: (ids) => ({
        path: '/api/auth/change/partner/to/admin',
        body: { company: ids.unitBelow, user: ids.personBelow, reach: 'view', minutes: 30 },
      }),
    },
  ],
  'POST /api/auth/change/partner/to/admin/no/verify': [
    { of: (ids) => ({ path: '/api/auth/change/partner/to/admin/no/verify', body: { company: ids.unitBelow } }) },
    {
      of: (ids) => ({
        path: '/api/auth/change/partner/to/admin/no/verify',
        body: { company: ids.unitBelow, user: ids.personBelow, reach: 'view', minutes: 30 },
      }),
    },
  ],
  'POST /api/auth/change/partner/enter': [
    { of: (ids) => ({ path: '/api/auth/change/partner/enter', body: { token: unitWait(ids.unitBelow) } }), unaudited: true },
  ],
  'POST /api/auth/change/back/partner': [{ of: () => ({ path: '/api/auth/change/back/partner', body: {} }), unaudited: true }],
  'GET /api/auth/partner/units': [{ of: () => ({ path: '/api/auth/partner/units?search=fil' }) }],
  // A caller without a user in that unit gets no user.
  'GET /api/auth/partner/people': [{ of: (ids) => ({ path: `/api/auth/partner/people?company=${ids.unitBelow}&search=ca` }), absent: 200 }],
  'GET /api/auth/partner/access': [{ of: () => ({ path: '/api/auth/partner/access' }) }],
  'PUT /api/auth/partner/access/{id}': [
    { of: (ids) => ({ path: `/api/auth/partner/access/${ids.relation}`, body: { version: 1, action: 'verify', verify: false } }) },
    { of: (ids) => ({ path: `/api/auth/partner/access/${ids.relation}`, body: { version: 1, action: 'suspend' } }) },
  ],
};
