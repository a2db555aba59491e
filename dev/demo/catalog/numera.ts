import { daily, every, inTenant } from './build.ts';
import { noLife } from './life-types.ts';
import type { DemoTenant } from './types.ts';

const make = inTenant('numera', 'pt-BR');
const master = 'partner@numera.test';

const datasets = [
  make.dataset({ key: 'carteira', name: 'Carteira', workspace: 'Numera', subject: 'portfolio', refresh: daily('05:30', -3) }),
  make.dataset({ key: 'uso', name: 'Uso do portal', workspace: 'Numera', subject: 'usage', refresh: every(60, 20) }),
];
const reports = (group: string, subgroup: string | null, rows: Parameters<typeof make.reports>[4]) =>
  make.reports(group, subgroup, datasets, master, rows);

export const numera: DemoTenant = {
  key: 'numera',
  id: make.tenantId,
  kind: 'partner',
  parent: 'mirante',
  name: 'Numera BI',
  subdomain: 'numera',
  isDefaultHost: false,
  status: 'A',
  trialEndsInDays: null,
  createdDaysAgo: 700,
  userLimit: null,
  language: 'pt-BR',
  timezone: 'America/Sao_Paulo',
  currency: 'BRL',
  theme: {
    name: 'Numera BI',
    pageTitle: 'Numera BI',
    icon: null,
    favicon: null,
    iconReport: null,
    showBackgroundImage: true,
    landscape: 'ridge',
    mirrored: false,
    background: '#F3F3F0',
    card: '#FFFFFF',
    font: '#161D2B',
    button: '#27408B',
    buttonFont: '#FFFFFF',
    group: '#DFE4F3',
    subgroup: '#EEF1F8',
    activeItem: '#DDE4F6',
    activeItemFont: '#1C2F6B',
    loginBackground: '#27408B',
    loginButton: '#27408B',
    forgotPassword: '#27408B',
    sun: '#F4A259',
  },
  account: make.account('Power BI da Numera', 'num~7T-demo-secret-of-numera', ['Numera']),
  people: [
    make.person({
      email: master,
      name: 'Renata Quintela',
      profile: 'master',
      department: 'Sócios',
      position: 'director',
      favorites: ['faturamento-da-carteira', 'uso-por-unidade'],
      visits: [
        { report: 'uso-por-unidade', page: null, minutesAgo: 70, seconds: 350 },
        { report: 'projetos-em-andamento', page: null, minutesAgo: 1450, seconds: 240 },
      ],
    }),
  ],
  colleagues: [],
  groups: [
    make.group('Carteira', 'Contratos, projetos e receita dos clientes.', master, [['Clientes', 'Receita e projetos por cliente.']]),
    make.group('Operação', 'Uso e saúde dos portais das unidades.', master, [['Portais', 'Acessos, relatórios e erros por unidade.']]),
  ],
  datasets,
  reports: [
    ...reports('Carteira', 'Clientes', [
      {
        title: 'Faturamento da carteira',
        text: 'Receita contratada e faturada por cliente.',
        cover: 'bars',
        data: 'carteira',
        verified: true,
      },
      {
        title: 'Projetos em andamento',
        text: 'Horas, prazo e margem de cada projeto.',
        cover: 'dunes',
        data: 'carteira',
        measure: 'margin',
        added: 2600,
      },
      { title: 'Vendas diárias', text: 'Propostas enviadas, ganhas e perdidas.', cover: 'ridge', data: 'carteira', measure: 'count' },
    ]),
    ...reports('Operação', 'Portais', [
      { title: 'Uso por unidade', text: 'Visualizações, pessoas e relatórios por unidade.', cover: 'dots', data: 'uso', verified: true },
    ]),
  ],
  notices: [],
  unpublished: [],
  life: { ...noLife, activity: 40 },
};
