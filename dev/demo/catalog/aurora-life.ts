import { type DemoLife, noLife } from './life-types.ts';

const admin = 'admin@aurora.test';
const user = 'user@aurora.test';
const hour = 60;

export const auroraLife: DemoLife = {
  ...noLife,
  activity: 40,
  settings: { enable_watermark: 'S', watermark_template: '{name} · {dd/MM/yyyy HH:mm}', watermark_opacity: 10, save_filter: 'S' },
  mailServer: { name: 'Rede Aurora Saúde', email: 'indicadores@aurora.test' },
  options: {
    'ocupacao-de-camas': { owner: admin, resolution: '1920x1080', orientation: 'landscape' },
    'faturacao-por-seguradora': { catalog: 'Atos faturados e recusas por seguradora, para quem negoceia contratos.' },
    'tempos-de-espera-na-urgencia': { restriction: 'rls' },
    'infecoes-associadas-aos-cuidados': {
      texts: { 'en-US': { title: 'Healthcare-associated infections', description: 'Rates by ward and agent.' } },
    },
  },
  userGroups: [
    {
      name: 'Comissão de qualidade',
      description: 'Reúne à primeira quinta-feira do mês.',
      members: ['Enfermagem', 'Direção clínica', user],
      reports: [],
    },
  ],
  requests: [
    {
      report: 'faturacao-por-seguradora',
      by: user,
      justification: 'Quero perceber que recusas nascem de altas sem codificação.',
      wishedDays: 90,
      askedDaysAgo: 2.3,
      decision: null,
    },
  ],
  windows: [
    {
      target: 'group',
      key: 'assistencial',
      title: 'Atualização do sistema clínico',
      text: 'Os indicadores assistenciais ficam parados durante a atualização.',
      starts: { sundayAtUtc: 5 * 60 },
      ...{ minutes: 240, announceHours: 48, by: admin },
    },
  ],
  views: [
    { report: 'utilizacao-das-salas', by: user, name: 'Boavista', page: 1, regions: ['Hospital da Boavista'], shared: true },
    { report: 'dre-gerencial', by: admin, name: 'Clínicas', page: 1, regions: ['Clínica de Gaia', 'Clínica do Algarve'] },
  ],
  comments: [
    {
      report: 'altas-previstas',
      by: user,
      text: '@Inês Carvalhal há duas camas bloqueadas na Medicina B que já deviam estar livres.',
      ...{ mentions: [admin], minutesAgo: 5 * hour, page: 0 },
      answers: [],
    },
  ],
  playlists: [
    {
      name: 'Painel da urgência',
      description: 'Afluência e ocupação, para o balcão.',
      owner: admin,
      items: [
        { report: 'ocupacao-de-camas', page: 0, seconds: 30 },
        { report: 'tempos-de-espera-na-urgencia', page: 0, seconds: 30 },
      ],
      sharedWith: [],
      display: null,
    },
  ],
  news: [
    {
      to: admin,
      kind: 'account_secret_ending',
      vars: { account: 'Power BI da Aurora', days: 30 },
      ...{ report: null, link: '/powerbi', minutesAgo: 9 * 1440 },
    },
  ],
};
