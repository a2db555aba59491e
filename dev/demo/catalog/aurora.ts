import { auroraLife } from './aurora-life.ts';
import { daily, every, inTenant } from './build.ts';
import { auroraColleagues } from './colleagues.ts';
import type { DemoTenant } from './types.ts';

const make = inTenant('aurora', 'pt-PT');
const lisbon = 0;
const admin = 'admin@aurora.test';
const byUnit = { Unidade: 'region', Direção: null } as const;

const datasets = [
  make.dataset({
    key: 'clinico',
    name: 'Clínico',
    workspace: 'Aurora Assistencial',
    subject: 'hospital',
    refresh: every(30, 9),
    roles: byUnit,
  }),
  make.dataset({
    key: 'bloco',
    name: 'Bloco operatório',
    workspace: 'Aurora Assistencial',
    subject: 'hospital',
    refresh: daily('06:00', lisbon),
  }),
  make.dataset({ key: 'financas', name: 'Finanças', workspace: 'Aurora Corporativo', subject: 'finance', refresh: daily('05:15', lisbon) }),
  make.dataset({ key: 'pessoas', name: 'Pessoas', workspace: 'Aurora Corporativo', subject: 'people', refresh: daily('04:45', lisbon) }),
  make.dataset({
    key: 'farmacia',
    name: 'Farmácia',
    workspace: 'Aurora Corporativo',
    subject: 'stock',
    refresh: daily('03:00', lisbon, 1),
  }),
];
const reports = (group: string, subgroup: string | null, rows: Parameters<typeof make.reports>[4]) =>
  make.reports(group, subgroup, datasets, admin, rows);

export const aurora: DemoTenant = {
  key: 'aurora',
  id: make.tenantId,
  kind: 'unit',
  parent: 'numera',
  name: 'Rede Aurora Saúde',
  subdomain: 'aurora',
  isDefaultHost: false,
  status: 'A',
  trialEndsInDays: null,
  createdDaysAgo: 340,
  userLimit: 60,
  language: 'pt-PT',
  timezone: 'Europe/Lisbon',
  currency: 'EUR',
  theme: {
    name: 'Rede Aurora Saúde',
    pageTitle: 'Aurora Indicadores',
    icon: null,
    favicon: null,
    iconReport: null,
    showBackgroundImage: true,
    landscape: 'dunes',
    mirrored: true,
    background: '#F7F3F6',
    card: '#FFFFFF',
    font: '#2A1530',
    button: '#8A1F5C',
    buttonFont: '#FFFFFF',
    group: '#F1DDEA',
    subgroup: '#F8EEF4',
    activeItem: '#F3D6E6',
    activeItemFont: '#64123F',
    loginBackground: '#F3B49B',
    loginButton: '#8A1F5C',
    forgotPassword: '#8A1F5C',
    sun: '#FFF1D6',
  },
  account: make.account('Power BI da Aurora', 'aur~3K-demo-secret-of-aurora', ['Aurora Assistencial', 'Aurora Corporativo'], 21),
  people: [
    make.person({
      email: admin,
      name: 'Inês Carvalhal',
      profile: 'admin',
      department: 'Planeamento e Controlo',
      position: 'director',
      rls: { username: admin, roles: ['Direção'] },
      favorites: ['ocupacao-de-camas', 'tempos-de-espera-na-urgencia', 'dre-gerencial'],
      visits: [
        { report: 'ocupacao-de-camas', page: null, minutesAgo: 35, seconds: 301 },
        { report: 'faturacao-por-seguradora', page: null, minutesAgo: 1500, seconds: 222 },
      ],
    }),
    make.person({
      email: 'user@aurora.test',
      name: 'Rui Patrício Leal',
      profile: 'user',
      department: 'Gestão de camas',
      position: 'supervisor',
      rls: { username: 'Hospital da Boavista', roles: ['Unidade'] },
      favorites: ['ocupacao-de-camas', 'altas-previstas', 'tempos-de-espera-na-urgencia', 'utilizacao-das-salas'],
      visits: [
        { report: 'altas-previstas', page: null, minutesAgo: 25, seconds: 410 },
        { report: 'ocupacao-de-camas', page: null, minutesAgo: 95, seconds: 680 },
        { report: 'absentismo', page: null, minutesAgo: 1720, seconds: 140 },
      ],
    }),
    make.person({
      email: 'both@vertice.test',
      name: 'Lívia Marques',
      profile: 'user',
      department: 'Consultoria',
      position: 'analyst',
      rls: { username: 'Clínica de Gaia', roles: ['Unidade'] },
      favorites: ['dre-gerencial'],
      visits: [{ report: 'fluxo-de-caixa-projetado', page: null, minutesAgo: 400, seconds: 200 }],
    }),
  ],
  colleagues: auroraColleagues(make),
  groups: [
    make.group('Assistencial', 'Internamento, urgência e bloco operatório de toda a rede.', admin, [
      ['Internamento', 'Camas, demora média e altas.'],
      ['Urgência', 'Afluência, triagem e tempos de espera.'],
      ['Bloco operatório', 'Salas, cirurgias e listas de espera.'],
    ]),
    make.group('Financeiro', 'Faturação, custos e tesouraria.', admin, [
      ['Faturação', 'O que se fatura, a quem e quando se recebe.'],
      ['Custos', 'Consumos e resultado por unidade.'],
    ]),
    make.group('Pessoas', 'Equipas, escalas e assiduidade.', admin, [['Escalas', 'Horas, turnos e faltas.']]),
    make.group('Qualidade', 'Segurança do doente e melhoria contínua.', admin, [['Segurança do doente', 'Infeções, quedas e incidentes.']]),
  ],
  datasets,
  reports: [
    ...reports('Assistencial', 'Internamento', [
      {
        title: 'Ocupação de camas',
        text: 'Camas livres, ocupadas e bloqueadas por serviço.',
        cover: 'bars',
        data: 'clinico',
        measure: 'margin',
        verified: true,
        added: 1500,
      },
      {
        title: 'Demora média',
        text: 'Dias de internamento por especialidade e hospital.',
        cover: 'dunes',
        data: 'clinico',
        measure: 'average',
      },
      {
        title: 'Altas previstas',
        text: 'Doentes com alta prevista nas próximas 48 horas.',
        cover: 'ridge',
        data: 'clinico',
        measure: 'count',
      },
    ]),
    ...reports('Assistencial', 'Urgência', [
      {
        title: 'Tempos de espera na urgência',
        text: 'Da admissão à primeira observação, por cor.',
        cover: 'contour',
        data: 'clinico',
        measure: 'rate',
        verified: true,
      },
      { title: 'Afluência à urgência', text: 'Episódios por hora, dia e motivo.', cover: 'ridge', data: 'clinico', measure: 'count' },
    ]),
    ...reports('Assistencial', 'Bloco operatório', [
      { title: 'Utilização das salas', text: 'Tempo usado e tempo livre de cada sala.', cover: 'dunes', data: 'bloco', measure: 'margin' },
      { title: 'Cirurgias adiadas', text: 'Adiamentos por motivo e especialidade.', cover: 'dots', data: 'bloco', measure: 'rate' },
    ]),
    ...reports('Financeiro', 'Faturação', [
      {
        title: 'Faturação por seguradora',
        text: 'Atos faturados, recusas e prazo de pagamento.',
        cover: 'bars',
        data: 'financas',
        verified: true,
        viewers: ['Financeiro', 'Planeamento e Controlo'],
      },
      { title: 'Fluxo de caixa projetado', text: 'Entradas e saídas de 13 semanas.', cover: 'ridge', data: 'financas' },
    ]),
    ...reports('Financeiro', 'Custos', [
      {
        title: 'DRE gerencial',
        text: 'Proveitos, custos e resultado por unidade.',
        cover: 'bars',
        data: 'financas',
        measure: 'margin',
        verified: true,
      },
      {
        title: 'Giro de estoque',
        text: 'Rotação dos artigos da farmácia e do armazém.',
        cover: 'contour',
        data: 'farmacia',
        measure: 'average',
      },
    ]),
    ...reports('Pessoas', 'Escalas', [
      { title: 'Headcount e turnover', text: 'Quadro, entradas e saídas por carreira.', cover: 'dunes', data: 'pessoas', measure: 'count' },
      { title: 'Absentismo', text: 'Ausências por serviço e motivo.', cover: 'ridge', data: 'pessoas', measure: 'rate' },
    ]),
    ...reports('Qualidade', 'Segurança do doente', [
      { title: 'Infeções associadas aos cuidados', text: 'Taxas por serviço e agente.', cover: 'contour', data: 'bloco', measure: 'rate' },
      { title: 'Quedas e incidentes', text: 'Notificações, gravidade e ações.', cover: 'dots', data: 'bloco', measure: 'count' },
    ]),
  ],
  notices: [make.notice('info', 'Novo painel de ocupação de camas', 'Disponível no grupo Assistencial a partir de segunda-feira.')],
  unpublished: [],
  life: auroraLife,
};
