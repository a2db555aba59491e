import { daily, every, inTenant } from './build.ts';
import { noLife } from './life-types.ts';
import type { DemoTenant } from './types.ts';

const make = inTenant('mirante', 'pt-BR');
const operator = 'operator@mirante.test';

const datasets = [
  make.dataset({ key: 'plataforma', name: 'Plataforma', workspace: 'Mirante Plataforma', subject: 'usage', refresh: every(60, 7) }),
  make.dataset({
    key: 'assinaturas',
    name: 'Assinaturas',
    workspace: 'Mirante Plataforma',
    subject: 'portfolio',
    refresh: daily('04:30', -3),
  }),
];
const reports = (group: string, subgroup: string | null, rows: Parameters<typeof make.reports>[4]) =>
  make.reports(group, subgroup, datasets, operator, rows);

export const mirante: DemoTenant = {
  key: 'mirante',
  id: make.tenantId,
  kind: 'platform',
  parent: null,
  name: 'Mirante',
  subdomain: 'mirante',
  isDefaultHost: false,
  status: 'A',
  trialEndsInDays: null,
  createdDaysAgo: 900,
  userLimit: null,
  language: 'pt-BR',
  timezone: 'America/Sao_Paulo',
  currency: 'BRL',
  theme: {
    name: 'Mirante',
    pageTitle: 'Mirante',
    icon: null,
    favicon: null,
    iconReport: null,
    showBackgroundImage: true,
    landscape: 'dunes',
    mirrored: false,
    background: '#F1F3F5',
    card: '#FFFFFF',
    font: '#17202B',
    button: '#2F4D63',
    buttonFont: '#FFFFFF',
    group: '#DEE6EC',
    subgroup: '#EDF1F4',
    activeItem: '#D7E2EA',
    activeItemFont: '#1D3546',
    loginBackground: '#2B4257',
    loginButton: '#2F4D63',
    forgotPassword: '#2F4D63',
    sun: '#F2B880',
  },
  account: make.account('Power BI da plataforma', 'mir~2D-demo-secret-of-mirante', ['Mirante Plataforma']),
  people: [
    make.person({
      email: operator,
      name: 'Tomás Siqueira',
      profile: 'a2m',
      department: 'Operação da plataforma',
      position: 'manager',
      favorites: ['uso-da-plataforma'],
      visits: [{ report: 'uso-da-plataforma', page: null, minutesAgo: 15, seconds: 420 }],
    }),
  ],
  colleagues: [],
  groups: [make.group('Plataforma', 'Uso, saúde e receita da plataforma.', operator, [['Operação', 'Acessos, erros e tempos.']])],
  datasets,
  reports: [
    ...reports('Plataforma', 'Operação', [
      {
        title: 'Uso da plataforma',
        text: 'Visualizações, sessões e pessoas por parceiro.',
        cover: 'bars',
        data: 'plataforma',
        verified: true,
      },
      {
        title: 'Saúde dos serviços',
        text: 'Erros e respostas por serviço e hora.',
        cover: 'contour',
        data: 'plataforma',
        measure: 'rate',
        added: 1300,
      },
    ]),
    ...reports('Plataforma', null, [
      {
        title: 'Assinaturas e receita',
        text: 'Receita recorrente, entradas e saídas.',
        cover: 'ridge',
        data: 'assinaturas',
        verified: true,
      },
    ]),
  ],
  notices: [],
  unpublished: [],
  life: { ...noLife, activity: 50 },
};
