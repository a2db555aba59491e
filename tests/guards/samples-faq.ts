import type { Sample } from './sample.ts';

const path = '/api/auth/faq';
const answer = [{ type: 'p', content: [{ text: 'Em ' }, { text: 'Configurações', marks: ['strong'] }] }];
const texts = { 'pt-BR': { question: 'Onde troco minha senha?', answer } };

/** One valid call for every endpoint of the FAQ; a place has one question. */
export const faqSamples: Record<string, readonly Sample[]> = {
  'GET /api/faq': [{ of: () => ({ path: '/api/faq?language=es' }) }],
  'GET /api/auth/faq': [{ of: () => ({ path }) }, { of: () => ({ path: `${path}?language=en-US` }) }],
  'GET /api/auth/faq/{id}': [{ of: (ids) => ({ path: `${path}/${ids.faqEntry}` }) }],
  'GET /api/auth/faq/{id}/history': [{ of: (ids) => ({ path: `${path}/${ids.faqEntry}/history` }) }],
  'POST /api/auth/faq': [{ of: () => ({ path, body: { texts, audience: 'public' } }) }],
  'PUT /api/auth/faq/{id}': [{ of: (ids) => ({ path: `${path}/${ids.faqEntry}`, body: { version: 1, texts } }), once: true }],
  // A list with unknown ids is stale.
  'PUT /api/auth/faq/order': [{ of: (ids) => ({ path: `${path}/order`, body: { ids: [ids.faqEntry2, ids.faqEntry] } }), absent: 409 }],
  'DELETE /api/auth/faq/{id}': [{ of: (ids) => ({ path: `${path}/${ids.faqEntry}` }), once: true }],
  'POST /api/auth/faq/{id}/vote': [
    { of: (ids) => ({ path: `${path}/${ids.faqEntry}/vote`, body: { helped: true } }), unaudited: true, trips: [1, 1] },
  ],
};
