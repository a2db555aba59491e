import type { Ids, Sample } from './sample.ts';

const hours = { days: ['MONDAY', 'FRIDAY'], starts: '08:00', ends: '18:00' };
const shift = (ids: Ids) => `/api/auth/shifts/${ids.shift}`;
const ofUser = (ids: Ids) => `/api/auth/users/${ids.user2}/shifts`;

/** Shifts, access hours made of them, and holidays. */
export const shiftSamples: Record<string, readonly Sample[]> = {
  'GET /api/auth/shifts': [
    { of: () => ({ path: '/api/auth/shifts?purpose=access' }) },
    { of: (ids) => ({ path: `/api/auth/shifts?capacity=${ids.capacity}` }), absent: 200 },
  ],
  'POST /api/auth/shifts': [
    { of: () => ({ path: '/api/auth/shifts', body: { purpose: 'access', name: 'Escritório', ...hours } }) },
    {
      of: (ids) => ({
        path: '/api/auth/shifts',
        body: { purpose: 'capacity', capacityId: ids.capacity, name: 'Comercial', autoPause: 'N', ...hours },
      }),
    },
  ],
  'PUT /api/auth/shifts/{id}': [{ of: (ids) => ({ path: shift(ids), body: { version: 1, name: 'Manhã', ...hours } }), once: true }],
  'POST /api/auth/shifts/{id}/copy': [
    { of: (ids) => ({ path: `${shift(ids)}/copy`, body: { version: 1, days: ['SUNDAY'] } }), once: true },
  ],
  'DELETE /api/auth/shifts/{id}': [{ of: (ids) => ({ path: `${shift(ids)}?without=always` }) }],
  'GET /api/auth/users/{id}/shifts': [{ of: (ids) => ({ path: ofUser(ids) }) }],
  'PUT /api/auth/users/{id}/shifts': [{ of: (ids) => ({ path: ofUser(ids), body: { version: 1, shifts: [ids.shift] } }), once: true }],
  'GET /api/auth/holidays': [{ of: () => ({ path: '/api/auth/holidays' }) }],
  'PUT /api/auth/holidays': [
    {
      of: () => ({ path: '/api/auth/holidays', body: { version: 0, items: [{ name: 'Natal', day: null, month: 12, monthDay: 25 }] } }),
      once: true,
    },
  ],
};
