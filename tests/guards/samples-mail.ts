import { world } from '../support/world.ts';
import type { Sample } from './sample.ts';

const server = { name: 'Vértice', email: 'portal@vertice.com.br', host: 'smtp.vertice.com.br', port: 587, protocol: 'starttls' };

/** The settings, the mail server, the log of messages and the inbox. */
export const mailSamples: Record<string, readonly Sample[]> = {
  'POST /api/auth/config/update': [
    { of: (ids) => ({ path: '/api/auth/config/update', body: { version: 1, relatorio_id: ids.report, enable: 'S', save_filter: 'S' } }) },
  ],
  'GET /api/auth/config/remote_config': [{ of: () => ({ path: '/api/auth/config/remote_config' }) }],
  'POST /api/auth/config/addresses/confirm': [{ of: () => ({ path: '/api/auth/config/addresses/confirm', body: {} }), once: true }],
  'GET /api/auth/config/get/whitelist/by/domain': [{ of: () => ({ path: '/api/auth/config/get/whitelist/by/domain' }) }],
  'GET /api/auth/config/factors': [{ of: () => ({ path: '/api/auth/config/factors' }) }],
  'GET /api/auth/config/history': [{ of: () => ({ path: '/api/auth/config/history?area=security&before=2026-01-01T00:00:00.000Z' }) }],
  'GET /api/auth/mail/server': [{ of: () => ({ path: '/api/auth/mail/server' }) }],
  'PUT /api/auth/mail/server': [{ of: () => ({ path: '/api/auth/mail/server', body: { ...server, version: 1, password: 'x' } }) }],
  'DELETE /api/auth/mail/server': [{ of: () => ({ path: '/api/auth/mail/server' }) }],
  'POST /api/auth/mail/server/test': [
    {
      of: () => ({
        path: '/api/auth/mail/server/test',
        body: { ...server, host: 'localhost', port: world().mail.smtpPort, password: 'x' },
      }),
    },
  ],
  'GET /api/auth/mail/log': [{ of: () => ({ path: '/api/auth/mail/log?search=ana&state=sent&sort=address&page=1' }) }],
  'GET /api/auth/mail/log/export': [{ of: () => ({ path: '/api/auth/mail/log/export?state=failed' }) }],
  'GET /api/auth/notifications': [
    { of: () => ({ path: '/api/auth/notifications?view=unread&family=catalogs&size=10' }) },
    { of: () => ({ path: '/api/auth/notifications' }) },
  ],
  'GET /api/auth/notifications/count': [{ of: () => ({ path: '/api/auth/notifications/count' }) }],
  // Read marks of a person's own notifications aren't audited.
  'POST /api/auth/notifications/change': [
    { of: (ids) => ({ path: '/api/auth/notifications/change', body: { action: 'delete', ids: [ids.notification] } }), unaudited: true },
  ],
  'POST /api/auth/notifications/read-all': [{ of: () => ({ path: '/api/auth/notifications/read-all', body: {} }), unaudited: true }],
  'GET /api/auth/notifications/mail': [{ of: () => ({ path: '/api/auth/notifications/mail' }) }],
  'PUT /api/auth/notifications/mail': [
    { of: () => ({ path: '/api/auth/notifications/mail', body: { kinds: [{ kind: 'catalog_granted', mail: false }] } }) },
  ],
};
