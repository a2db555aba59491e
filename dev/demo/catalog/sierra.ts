import { daily, every, inTenant } from './build.ts';
import { sierraColleagues } from './colleagues.ts';
import { noLife } from './life-types.ts';
import type { DemoTenant } from './types.ts';

const make = inTenant('sierra', 'es');
const santiago = -3;
const admin = 'admin@sierra.test';

const datasets = [
  make.dataset({
    key: 'generacion',
    name: 'Generación',
    workspace: 'Sierra Operación',
    subject: 'energy',
    refresh: every(15, 4),
    roles: { Planta: 'region', Dirección: null },
  }),
  make.dataset({
    key: 'mantenimiento',
    name: 'Mantenimiento',
    workspace: 'Sierra Operación',
    subject: 'energy',
    refresh: daily('05:00', santiago),
  }),
  make.dataset({ key: 'finanzas', name: 'Finanzas', workspace: 'Sierra Operación', subject: 'finance', refresh: daily('06:20', santiago) }),
];
const reports = (group: string, subgroup: string | null, rows: Parameters<typeof make.reports>[4]) =>
  make.reports(group, subgroup, datasets, admin, rows);

export const sierra: DemoTenant = {
  key: 'sierra',
  id: make.tenantId,
  kind: 'unit',
  parent: 'numera',
  name: 'Sierra Norte',
  subdomain: 'sierra',
  isDefaultHost: false,
  status: 'T',
  trialEndsInDays: 12,
  createdDaysAgo: 18,
  userLimit: 15,
  language: 'es',
  timezone: 'America/Santiago',
  currency: 'USD',
  theme: {
    name: 'Sierra Norte',
    pageTitle: 'Sierra Norte Energía',
    icon: null,
    favicon: null,
    iconReport: null,
    showBackgroundImage: true,
    landscape: 'ridge',
    mirrored: false,
    background: '#F5F3EE',
    card: '#FFFFFF',
    font: '#2B2118',
    button: '#8F4A12',
    buttonFont: '#FFFFFF',
    group: '#EFE2D1',
    subgroup: '#F6EEE3',
    activeItem: '#F1DDC4',
    activeItemFont: '#5F2F09',
    loginBackground: '#6B3A1C',
    loginButton: '#8F4A12',
    forgotPassword: '#8F4A12',
    sun: '#F7C873',
  },
  account: make.account('Power BI de Sierra Norte', 'srn~5P-demo-secret-of-sierra', ['Sierra Operación']),
  people: [
    make.person({
      email: admin,
      name: 'Javiera Montt',
      profile: 'admin',
      status: 'T',
      department: 'Operación',
      position: 'director',
      rls: { username: admin, roles: ['Dirección'] },
      favorites: ['generacion-diaria', 'disponibilidad-de-plantas'],
      visits: [
        { report: 'generacion-diaria', page: null, minutesAgo: 55, seconds: 290 },
        { report: 'flujo-de-caja-proyectado', page: null, minutesAgo: 1560, seconds: 160 },
      ],
    }),
  ],
  colleagues: sierraColleagues(make),
  groups: [
    make.group('Generación', 'Energía entregada por planta y tecnología.', admin, [
      ['Producción', 'Energía, factor de planta y pérdidas.'],
      ['Mantenimiento', 'Paradas, órdenes y repuestos.'],
    ]),
    make.group('Finanzas', 'Ingresos, costos y caja.', admin, [['Tesorería', 'Caja de hoy y de las próximas semanas.']]),
  ],
  datasets,
  reports: [
    ...reports('Generación', 'Producción', [
      {
        title: 'Generación diaria',
        text: 'Energía entregada por planta contra el plan.',
        cover: 'ridge',
        data: 'generacion',
        verified: true,
      },
      {
        title: 'Disponibilidad de plantas',
        text: 'Horas disponibles y causas de indisponibilidad.',
        cover: 'bars',
        data: 'generacion',
        measure: 'margin',
        added: 800,
      },
      {
        title: 'Pérdidas de transmisión',
        text: 'Energía perdida por línea y tramo.',
        cover: 'contour',
        data: 'mantenimiento',
        measure: 'rate',
      },
    ]),
    ...reports('Generación', 'Mantenimiento', [
      {
        title: 'Órdenes de mantenimiento',
        text: 'Órdenes abiertas, atrasadas y cerradas.',
        cover: 'dots',
        data: 'mantenimiento',
        measure: 'count',
      },
    ]),
    ...reports('Finanzas', 'Tesorería', [
      { title: 'Flujo de caja proyectado', text: 'Entradas y salidas de 13 semanas.', cover: 'dunes', data: 'finanzas' },
    ]),
  ],
  notices: [make.notice('info', 'Su prueba termina en doce días', 'El equipo de Numera BI puede ampliar el plazo.')],
  unpublished: [],
  life: { ...noLife, activity: 45, settings: { show_questionario_perfil: 'S' } },
};
