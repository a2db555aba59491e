import type { Sample } from './sample.ts';

const guid = 'a1b2c3d4-0000-4000-8000-00000000000f';
const credentials = { directoryId: guid, appId: guid };

/** Report-service accounts, workspaces and resources. A call to the service reads the account first and writes once. */
export const biAccountSamples: Record<string, readonly Sample[]> = {
  'GET /api/auth/service-accounts': [{ of: () => ({ path: '/api/auth/service-accounts?search=conta&sort=-ends&view=ending&size=10' }) }],
  'GET /api/auth/service-accounts/export': [{ of: () => ({ path: '/api/auth/service-accounts/export?sort=name' }) }],
  'GET /api/auth/service-accounts/picker': [{ of: () => ({ path: '/api/auth/service-accounts/picker' }) }],
  'POST /api/auth/service-accounts': [
    {
      of: () => ({
        path: '/api/auth/service-accounts',
        body: { name: 'Conta nova', ...credentials, secret: 'not a real one', secretEndsOn: '2027-05-01', resourceGroup: 'rg' },
      }),
    },
  ],
  // Testing a form stores nothing.
  'POST /api/auth/service-accounts/test': [
    {
      of: (ids) => ({ path: '/api/auth/service-accounts/test', body: { id: ids.account2, ...credentials, workspaceId: guid } }),
      unaudited: true,
    },
    {
      of: () => ({ path: '/api/auth/service-accounts/test', body: { ...credentials, secret: 'not a real one' } }),
      unaudited: true,
    },
  ],
  'GET /api/auth/service-accounts/{id}': [{ of: (ids) => ({ path: `/api/auth/service-accounts/${ids.account}` }) }],
  'PUT /api/auth/service-accounts/{id}': [
    { of: (ids) => ({ path: `/api/auth/service-accounts/${ids.account}`, body: { version: 1, name: 'Outro nome', ...credentials } }) },
  ],
  'DELETE /api/auth/service-accounts/{id}': [{ of: (ids) => ({ path: `/api/auth/service-accounts/${ids.account2}` }) }],
  'PUT /api/auth/service-accounts/{id}/disabled': [
    { of: (ids) => ({ path: `/api/auth/service-accounts/${ids.account}/disabled`, body: { disabled: true } }) },
  ],
  'POST /api/auth/service-accounts/{id}/test': [{ of: (ids) => ({ path: `/api/auth/service-accounts/${ids.account2}/test`, body: {} }) }],
  'GET /api/auth/service-accounts/{id}/profiles': [{ of: (ids) => ({ path: `/api/auth/service-accounts/${ids.account2}/profiles` }) }],
  'PUT /api/auth/service-accounts/{id}/profile': [
    { of: (ids) => ({ path: `/api/auth/service-accounts/${ids.account2}/profile`, body: { version: 1, choice: 'none' } }) },
  ],
  'GET /api/auth/service-accounts/{id}/workspaces': [
    { of: (ids) => ({ path: `/api/auth/service-accounts/${ids.account2}/workspaces?search=work&page=1` }) },
  ],
  'GET /api/auth/service-accounts/{id}/workspaces/{workspace}/reports': [
    { of: (ids) => ({ path: `/api/auth/service-accounts/${ids.account2}/workspaces/${ids.serviceWorkspace}/reports` }) },
  ],
  // A filter by an unknown id finds nothing.
  'GET /api/auth/workspaces': [
    { of: (ids) => ({ path: `/api/auth/workspaces?account=${ids.account}&search=work&sort=-created` }), absent: 200 },
  ],
  'GET /api/auth/workspaces/export': [{ of: (ids) => ({ path: `/api/auth/workspaces/export?account=${ids.account}` }), absent: 200 }],
  'POST /api/auth/workspaces': [
    { of: (ids) => ({ path: '/api/auth/workspaces', body: { accountId: ids.account2, serviceIds: [ids.serviceWorkspace] } }) },
  ],
  'POST /api/auth/workspaces/new': [
    { of: (ids) => ({ path: '/api/auth/workspaces/new', body: { accountId: ids.account2, name: 'Novo workspace' } }) },
  ],
  'PUT /api/auth/workspaces/{id}': [
    { of: (ids) => ({ path: `/api/auth/workspaces/${ids.workspace}`, body: { version: 1, name: 'Outro nome' } }) },
  ],
  'DELETE /api/auth/workspaces/{id}': [{ of: (ids) => ({ path: `/api/auth/workspaces/${ids.workspace2}` }) }],
  'GET /api/auth/resources': [{ of: () => ({ path: '/api/auth/resources' }) }],
};
