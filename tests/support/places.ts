import { demoTenant } from '../../dev/demo/catalog.ts';
import { userGroupRows } from '../../dev/demo/rows-of-life.ts';
import { getReportId } from '../../dev/demo/rows-of-reports.ts';
import { idOfPerson } from '../../dev/demo/rows-of-tenant.ts';
import { clockAt } from '../../dev/demo/times.ts';

export type Place = {
  who: string;
  host: string;
  /** Null: without a session. */
  email: string | null;
  paths: readonly string[];
};

const vertice = demoTenant('vertice');
const person = idOfPerson(vertice, 'regional@vertice.test');
const group = String(userGroupRows(vertice, clockAt(0))[0]?.id);
const report = getReportId(vertice, 'mix-de-produtos');
const secret = 'A'.repeat(43);
const personAt = (tab: string) => `/user?id=${person}&tab=${tab}`;
const setting = (area: string, more = '') => `/setting?area=${area}${more}`;

/** Every page, area, drawer and tab with a URL that concerns people, tenants and sign-in, and the shell. */
export const places: readonly Place[] = [
  {
    who: 'a visitor',
    host: 'vertice',
    email: null,
    paths: [
      ...[
        '/signin',
        '/forgot',
        `/new/password/${secret}`,
        `/config/2fa/${secret}`,
        `/confirm/link/${secret}`,
        `/account/factors/${secret}`,
        `/change/company/${secret}`,
        `/redirect?code=${secret}`,
      ],
      ...['/ip/notallowed', '/domain/notfound', '/popup_blocked?url=https%3A%2F%2Fexample.org%2F'],
    ],
  },
  {
    who: 'a viewer',
    host: 'vertice',
    email: 'regional@vertice.test',
    paths: [
      ...['/', '/all/reports', '/all/reports?favorites=1', '/reports', '/no/such/page', '/setting', '/remote/authorization'],
      ...['/remote/authorization?tab=consent', '/?account=profile', '/?account=security', '/?account=sessions', '/?account=access'],
      `/authorization/${secret}`,
    ],
  },
  {
    who: 'who administers people',
    host: 'vertice',
    email: 'admin@vertice.test',
    paths: [
      ...['/', '/reports', '/reports?new=1', '/user', '/user?new=1', personAt('data'), personAt('access'), personAt('groups')],
      ...[personAt('custom'), personAt('look'), personAt('security'), personAt('history'), '/user?import=1', '/user?import=2'],
      ...['/group_users', '/group_users?new=1', `/group_users?id=${group}`, `/group_users?id=${group}&tab=members`],
      ...[`/group_users?id=${group}&tab=reports`, `/group_users?id=${group}&tab=history`],
      ...[
        '/remote/authorization',
        '/remote/authorization?tab=history',
        '/remote/authorization?tab=asked',
        '/remote/authorization?tab=partner',
      ],
      `/${report}/management/view?tab=access&part=why&why=${person}`,
    ],
  },
  {
    who: 'who administers the ways in',
    host: 'vertice',
    email: 'admin@vertice.test',
    paths: [
      ...['/azure/saml', '/azure/saml?new=1', '/azure/saml?area=scim', '/azure/saml?area=scim&tab=groups', '/azure/saml?area=scim&tab=log'],
      ...[
        '/azure/saml?area=entra',
        '/azure/saml?area=reach',
        setting('people'),
        setting('security'),
        setting('embedding'),
        setting('questionnaire'),
      ],
      ...[setting('sign-ins'), setting('audit'), setting('custom-fields'), setting('custom-fields', '&of=report')],
      setting('custom-fields', '&new=1'),
    ],
  },
  {
    who: 'who has a SAML app',
    host: 'aurora',
    email: 'admin@aurora.test',
    paths: ['/azure/saml'],
  },
  {
    who: 'a partner',
    host: 'numera',
    email: 'partner@numera.test',
    paths: [
      ...['/', '/reports', '/all/reports', '/companies', '/registration', setting('below'), '/user'],
      ...['data', 'limits', 'access', 'menu', 'history'].map((tab) => `/companies?id=${vertice.id}&tab=${tab}`),
    ],
  },
  {
    who: 'the operator',
    host: 'mirante',
    email: 'operator@mirante.test',
    paths: [
      ...['/partners', '/partners?new=partner', '/partners?new=unit', `/partners?id=${demoTenant('numera').id}`, '/partners?area=users'],
      ...['/client', '/client?new=1', '/report/a2m'],
    ],
  },
];
