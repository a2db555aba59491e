import { expect, test } from 'vitest';
import { preventedKind } from '../../domain/access/acting.ts';
import { endpoints } from '../../domain/contract/all.ts';
import type { Endpoint } from '../../domain/contract/endpoint.ts';

const getName = ({ method, path }: Endpoint) => `${method} ${path}`;
const inside = (endpoints as readonly Endpoint[]).filter(({ needs }) => needs !== 'public' && needs !== 'playlist' && needs !== 'embedded');

test('a view-only visit can call nothing that changes data', () => {
  const look = { reach: 'view', via: 'view', until: 0 } as const;
  const open = inside.filter((one) => one.method !== 'GET' && preventedKind(one, { kind: 'remote', acting: look }) === null).map(getName);
  // None of these changes the tenant's data. An endpoint newly marked with `reads` is added here with its reason.
  expect(open.sort()).toEqual([
    'POST /api/auth/change/back/partner',
    'POST /api/auth/config',
    'POST /api/auth/log/report/page/view',
    'POST /api/auth/maintenance/preview',
    'POST /api/auth/playlists/{id}/embed',
    'POST /api/auth/remote/session/end',
    'POST /api/auth/remote/session/page',
    'POST /api/auth/report_view/check/exist/report',
    'POST /api/auth/report_view/check/permission/edit/report',
    'POST /api/auth/reports/{id}/embed',
    // A view-only visit waits without being noted, and leaves no sign of life.
    'POST /api/auth/reports/{id}/keep-viewing',
    'POST /api/auth/reports/{id}/wake',
    'POST /api/auth/resources/{id}/dry-run',
    'POST /api/auth/tasks/next',
    'POST /api/auth/tasks/{id}/test',
    'POST /api/refresh/log/auth',
  ]);
});
