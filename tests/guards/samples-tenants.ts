import type { Sample } from './sample.ts';

// A sub-domain is unique: each call that is really sent gets a new one, the others share one.
const subdomainFor = (user: string) => (/^(?!0{6})[0-9a-f]{8}-/.test(user) ? `s-${crypto.randomUUID().slice(0, 18)}` : 's-sample');
const limits = { userLimit: 10, bonusUsers: 1, domainLimit: null, reportLimit: null };
const rules = { defaultDirectory: 'N', restrictAccounts: 'N', allowReports: 'S', lastUpdate: 'S' };
const party = {
  fantasyName: 'Frigorífico Sul',
  document: '529.982.247-25',
  invoiceEmails: ['nf@sul.test'],
  state: 'RS',
  postalCode: '90010-000',
};

/** Business units, partners and paying clients. */
export const tenantSamples: Record<string, readonly Sample[]> = {
  // A filter by an unknown id finds nothing.
  'GET /api/auth/partners': [
    { of: () => ({ path: '/api/auth/partners?search=ver&kind=unit&status=A&sort=-created&page=1' }) },
    { of: (ids) => ({ path: `/api/auth/partners?parent=${ids.unit}` }), absent: 200 },
  ],
  'GET /api/auth/partners/export': [{ of: (ids) => ({ path: `/api/auth/partners/export?search=ver&parent=${ids.unit}` }), absent: 200 }],
  'GET /api/auth/units': [{ of: () => ({ path: '/api/auth/units?search=uni&status=A&sort=-users&page=1' }) }],
  'GET /api/auth/units/export': [{ of: () => ({ path: '/api/auth/units/export?sort=name' }) }],
  'POST /api/auth/units/check': [{ of: () => ({ path: '/api/auth/units/check', body: { kind: 'unit', phone: '12' } }), unaudited: true }],
  'GET /api/auth/units/choices': [{ of: () => ({ path: '/api/auth/units/choices' }) }],
  'GET /api/auth/subdomains/check': [{ of: () => ({ path: '/api/auth/subdomains/check?name=vertice' }) }],
  'POST /api/auth/units': [
    {
      of: (ids) => ({
        path: '/api/auth/units',
        body: {
          ...{
            kind: 'unit',
            name: 'Vértice Alimentos',
            language: 'pt-BR',
            timezone: 'America/Sao_Paulo',
            subdomain: subdomainFor(ids.user),
          },
          ...{ ...limits, ...rules, trialDays: 30, payerId: ids.party, theme: { from: 'colors', main: '#0c5a66', text: '#ffffff' } },
          admin: { name: 'Bruna Reis', email: 'bruna@same.test', language: 'pt-BR' },
        },
      }),
    },
  ],
  'GET /api/auth/units/{id}': [{ of: (ids) => ({ path: `/api/auth/units/${ids.unit}` }) }],
  'PUT /api/auth/units/{id}': [
    {
      of: (ids) => ({
        path: `/api/auth/units/${ids.unit}`,
        body: { version: 1, name: 'Outro nome', ...limits, ...rules, payerId: ids.party, hidden_menu: ['catalogs'] },
      }),
    },
  ],
  'POST /api/auth/units/{id}/status': [
    { of: (ids) => ({ path: `/api/auth/units/${ids.unit}/status`, body: { version: 1, action: 'block', reason: 'Contrato suspenso' } }) },
  ],
  'POST /api/auth/units/{id}/invite': [
    { of: (ids) => ({ path: `/api/auth/units/${ids.unit}/invite`, body: { user: ids.unitInvitee, email: 'first@same.test' } }) },
  ],
  'GET /api/auth/units/{id}/history': [{ of: (ids) => ({ path: `/api/auth/units/${ids.unit}/history` }) }],
  'GET /api/auth/parties': [{ of: () => ({ path: '/api/auth/parties?search=ver&view=A&person=legal&sort=-created&page=1' }) }],
  'GET /api/auth/parties/export': [{ of: () => ({ path: '/api/auth/parties/export?kind=client' }) }],
  'POST /api/auth/parties': [{ of: () => ({ path: '/api/auth/parties', body: party }) }],
  'GET /api/auth/parties/{id}': [{ of: (ids) => ({ path: `/api/auth/parties/${ids.party}` }) }],
  'PUT /api/auth/parties/{id}': [{ of: (ids) => ({ path: `/api/auth/parties/${ids.party}`, body: { version: 1, ...party } }) }],
  'POST /api/auth/parties/{id}/status': [
    { of: (ids) => ({ path: `/api/auth/parties/${ids.party}/status`, body: { version: 1, action: 'block', reason: 'Em atraso' } }) },
  ],
  'GET /api/auth/parties/{id}/history': [{ of: (ids) => ({ path: `/api/auth/parties/${ids.party}/history` }) }],
};
