import type { Sample } from './sample.ts';

const path = '/api/auth/mail-templates/catalog_granted';
const draft = {
  language: 'pt-BR',
  subject: 'Liberado: {{report}}',
  greeting: 'Oi, {{recipient}}',
  button: 'Abrir',
  body: [{ type: 'p', content: [{ text: '{{person}} liberou o relatório.' }] }],
};

export const mailTemplateSamples: Record<string, readonly Sample[]> = {
  'GET /api/auth/mail-templates': [{ of: () => ({ path: '/api/auth/mail-templates' }) }],
  'GET /api/auth/mail-templates/{kind}': [{ of: () => ({ path }) }],
  'PUT /api/auth/mail-templates/{kind}': [{ of: () => ({ path, body: { ...draft, version: 0 } }), once: true }],
  // Where nothing is worded, there is nothing to reset.
  'DELETE /api/auth/mail-templates/{kind}': [{ of: () => ({ path: `${path}?language=pt-BR` }), unaudited: true }],
  'POST /api/auth/mail-templates/{kind}/preview': [{ of: () => ({ path: `${path}/preview`, body: draft }), unaudited: true }],
  'POST /api/auth/mail-templates/{kind}/test': [{ of: () => ({ path: `${path}/test`, body: draft }) }],
  'POST /api/auth/html-import': [{ of: () => ({ path: '/api/auth/html-import', body: { html: '<p>Olá</p>' } }), unaudited: true }],
};
