import { messageText } from '../support/make-message.ts';
import type { Sample } from './sample.ts';

const path = '/api/auth/messages';
const texts = { 'pt-BR': { subject: 'Fechamento', body: messageText('O fechamento é na sexta.') } };

/** Messages of users to others. */
export const messageSamples: Record<string, readonly Sample[]> = {
  'GET /api/auth/messages': [{ of: () => ({ path: `${path}?search=fech&sort=sent&page=1` }) }, { of: () => ({ path }) }],
  'GET /api/auth/messages/recipients': [
    { of: () => ({ path: `${path}/recipients?type=groups` }) },
    { of: () => ({ path: `${path}/recipients?type=users&search=a` }) },
  ],
  'GET /api/auth/messages/{id}': [{ of: (ids) => ({ path: `${path}/${ids.message}` }) }],
  'GET /api/auth/messages/export': [{ of: () => ({ path: `${path}/export?search=fech&sort=sent` }) }],
  'POST /api/auth/messages': [
    { of: (ids) => ({ path, body: { audience: { type: 'groups', ids: [ids.userGroup] }, texts, mail: 'N' } }) },
    { of: (ids) => ({ path, body: { audience: { type: 'users', ids: [ids.user2] }, texts } }) },
  ],
  'POST /api/auth/messages/count': [
    { of: () => ({ path: `${path}/count`, body: { audience: { type: 'profile', profile: 'user' } } }), unaudited: true },
    {
      of: (ids) => ({ path: `${path}/count`, body: { audience: { type: 'groups', ids: [ids.userGroup] } } }),
      unaudited: true,
      absent: 200,
    },
  ],
  'POST /api/auth/messages/preview': [{ of: () => ({ path: `${path}/preview`, body: { texts, language: 'es' } }), unaudited: true }],
  'POST /api/auth/messages/test': [{ of: () => ({ path: `${path}/test`, body: { texts, language: 'es' } }) }],
  'POST /api/auth/messages/{id}/recall': [{ of: (ids) => ({ path: `${path}/${ids.message}/recall`, body: {} }), once: true }],
  'GET /api/auth/notifications/messages/{id}': [{ of: (ids) => ({ path: `/api/auth/notifications/messages/${ids.message}` }) }],
};
