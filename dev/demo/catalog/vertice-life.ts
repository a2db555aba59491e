import type { DemoLife } from './life-types.ts';
import { verticeTalk } from './vertice-talk.ts';

const admin = 'admin@vertice.test';
const regional = 'regional@vertice.test';
const approver = 'approver@vertice.test';
const agent = 'agent@vertice.test';
const both = 'both@vertice.test';
const english = 'english@vertice.test';

export const verticeLife: DemoLife = {
  ...verticeTalk,
  // The addresses of its offices, entered but switched off: the machine that runs the demo is not among them.
  settings: {
    ...{ send_email_notification: 'S', allow_access_remote: 'S' },
    ...{ ip: 'N', listIp: ['203.0.113.0/24', '198.51.100.128-198.51.100.159', '2001:db8:40::/48'] },
  },
  mailServer: null,
  activity: 46,
  options: {
    'vendas-diarias': {
      owner: regional,
      restriction: 'rls',
      catalog: 'Receita, pedidos e ruptura dia a dia, cada um com os números da sua regional.',
      texts: {
        'en-US': { title: 'Daily sales', description: 'Revenue, orders, ticket, margin and stock-outs of the month, day by day.' },
        es: { title: 'Ventas diarias', description: 'Ingresos, pedidos, ticket, margen y quiebres del mes, día a día.' },
      },
    },
    'mix-de-produtos': {
      owner: 'editor@vertice.test',
      allowEdit: true,
      texts: { 'en-US': { title: 'Product mix', description: 'The weight of each family in revenue and margin.' } },
    },
    'preco-e-margem': { texts: { 'en-US': { title: 'Price and margin', description: 'Margin by customer, product and region.' } } },
    'ranking-de-representantes': {
      owner: regional,
      restriction: 'rls',
      catalog: 'Posição e crescimento de cada representante. Quem recebe acesso vê a sua regional.',
    },
    'limite-de-credito': {
      restriction: 'filters',
      catalog: 'Limite, uso e folga de cada cliente. O acesso costuma vir filtrado por regional.',
    },
    'ebitda-mensal': { owner: approver, catalog: 'Geração operacional de caixa, mês a mês, com a ponte do orçado.' },
    'saldos-por-banco': { catalog: 'Posição diária de contas e aplicações, para quem programa pagamentos.' },
    'custos-por-centro': { catalog: 'Gastos por centro de custo, com a abertura de cada conta.' },
    'laudos-de-laboratorio': { catalog: 'Amostras e reanálises por lote, para atender reclamações de clientes.' },
    absenteismo: { catalog: 'Faltas e afastamentos por área. Dados pessoais: diga para que precisa deles.' },
    'horas-extras': { catalog: 'Horas e custo além da jornada, por equipe e turno.' },
    'oee-por-linha': { orientation: 'landscape', resolution: '1920x1080' },
    'temperatura-da-cadeia-fria': { orientation: 'landscape', resolution: '1280x720' },
    'roteirizacao-diaria': { orientation: 'portrait' },
    'orcado-contra-realizado': { onApp: false },
    'dre-gerencial': { owner: approver, watermark: 'on' },
  },
  userGroups: [
    {
      name: 'Comitê comercial',
      description: 'Quem decide preço, mix e metas, toda segunda-feira.',
      members: ['Vendas', 'Marketing', admin],
      reports: ['limite-de-credito', 'ranking-de-representantes'],
    },
    {
      name: 'Gestores',
      description: 'Diretores e gerentes de todas as áreas.',
      members: ['Diretoria', admin, regional, approver, 'monica.valadares@vertice.test', 'sergio.mattoso@vertice.test'],
      reports: ['ebitda-mensal'],
    },
    {
      name: 'Turno da fábrica',
      description: 'Quem acompanha as linhas pelo telão.',
      members: ['Indústria', 'Qualidade'],
      reports: [],
    },
  ],
  requests: [
    {
      report: 'horas-extras',
      by: 'wagner.teles@vertice.test',
      justification: 'Preciso explicar às equipes de onde vieram as horas do fechamento de outubro.',
      wishedDays: 30,
      askedDaysAgo: 0.25,
      decision: null,
    },
    {
      report: 'ranking-de-representantes',
      by: both,
      justification: 'Confiro as comissões do Sudeste e preciso da posição de cada representante.',
      wishedDays: null,
      askedDaysAgo: 1.2,
      decision: null,
    },
    {
      report: 'ebitda-mensal',
      by: english,
      justification: 'Export pricing depends on the margin bridge; I only need the monthly view.',
      wishedDays: 90,
      askedDaysAgo: 4.1,
      decision: null,
    },
    {
      report: 'laudos-de-laboratorio',
      by: 'adriana.fontes@vertice.test',
      justification: 'Um cliente pediu os laudos dos lotes de setembro antes de renovar o contrato.',
      wishedDays: 30,
      askedDaysAgo: 11,
      decision: null,
    },
    {
      report: 'ranking-de-representantes',
      by: agent,
      justification: 'Atendo chamados da equipe do Norte e preciso ver o mesmo que ela vê.',
      wishedDays: 90,
      askedDaysAgo: 13,
      decision: {
        ...{ state: 'granted', daysAgo: 12, by: admin, reason: 'Vê a regional Norte, como combinado com o suporte.' },
        ...{ identity: { username: 'Norte', roles: ['Regional'] }, validForDays: 78 },
      },
    },
    {
      report: 'limite-de-credito',
      by: english,
      justification: 'Preciso do limite dos clientes do Nordeste que também exportam.',
      wishedDays: null,
      askedDaysAgo: 21,
      decision: {
        ...{ state: 'granted', daysAgo: 20, by: approver },
        filters: [{ table: 'Vendas', column: 'Regional', operator: 'In', values: ['Nordeste'] }],
      },
    },
    {
      report: 'absenteismo',
      by: both,
      justification: 'Quero comparar o absenteísmo com o orçamento de pessoal.',
      wishedDays: 365,
      askedDaysAgo: 3,
      decision: {
        ...{ state: 'denied', daysAgo: 2, by: approver },
        reason: 'São dados de saúde de pessoas. Para o orçamento, use Headcount e turnover.',
      },
    },
    {
      report: 'limite-de-credito',
      by: 'gilberto.nunes@vertice.test',
      justification: 'Acompanhar o crédito dos clientes atendidos direto da fábrica.',
      wishedDays: 30,
      askedDaysAgo: 34,
      decision: { state: 'expired', daysAgo: 4 },
    },
    {
      report: 'laudos-de-laboratorio',
      by: 'viviane.assuncao@vertice.test',
      justification: 'Material da campanha de inverno cita os laudos.',
      wishedDays: 30,
      askedDaysAgo: 9,
      decision: { state: 'cancelled', daysAgo: 8 },
    },
    {
      report: 'custos-por-centro',
      by: 'rafael.damasceno@vertice.test',
      justification: 'Custo das reanálises para o projeto de qualidade.',
      wishedDays: 90,
      askedDaysAgo: 41,
      decision: { state: 'revoked', daysAgo: 15, by: admin, reason: 'O projeto terminou antes do prazo.' },
    },
    {
      report: 'saldos-por-banco',
      by: agent,
      justification: 'Apoio ao financeiro durante as férias de outubro.',
      wishedDays: 30,
      askedDaysAgo: 36,
      decision: { state: 'ended', daysAgo: 35, by: approver, validForDays: -5 },
    },
  ],
  windows: [
    {
      target: 'group',
      key: 'logistica',
      title: 'Manutenção da Logística',
      text: 'O sistema de transporte muda de versão. Os números voltam com a carga das 8h.',
      starts: { sundayAtUtc: 9 * 60 },
      ...{ minutes: 120, announceHours: 24, by: admin },
    },
    {
      target: 'subgroup',
      key: 'pessoas/clima',
      title: 'Pesquisa de clima em apuração',
      text: 'As notas por área estão sendo conferidas antes de serem publicadas.',
      starts: { inMinutes: 14 * 60 },
      ...{ minutes: 180, announceHours: 24, by: admin },
    },
    {
      target: 'report',
      key: 'desempenho-de-campanhas',
      title: 'Troca da fonte de mídia',
      text: 'A integração com as plataformas de anúncios foi refeita.',
      starts: { inMinutes: -6 * 1440 },
      ...{ minutes: 150, announceHours: 24, by: admin },
    },
  ],
};
