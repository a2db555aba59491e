import type { DemoLife } from './life-types.ts';

const admin = 'admin@vertice.test';
const regional = 'regional@vertice.test';
const both = 'both@vertice.test';
const english = 'english@vertice.test';
const hour = 60;
const day = 1440;

/** Comments, views, playlists and notifications of Vértice. */
export const verticeTalk: Pick<DemoLife, 'views' | 'comments' | 'playlists' | 'news'> = {
  views: [
    { report: 'mix-de-produtos', by: admin, name: 'Sul e Sudeste', page: 1, regions: ['Sul', 'Sudeste'], shared: true, forAll: true },
    { report: 'mix-de-produtos', by: regional, name: 'Só o Sul', page: 0, regions: ['Sul'] },
    { report: 'vendas-diarias', by: regional, name: 'Reunião de segunda', page: 2, regions: [], shared: true },
    { report: 'dre-gerencial', by: both, name: 'Fechamento', page: 1, regions: ['Sudeste'] },
    { report: 'custo-de-frota', by: admin, name: 'Norte e Nordeste', page: 1, regions: ['Norte', 'Nordeste'], shared: true },
  ],
  comments: [
    {
      report: 'vendas-diarias',
      by: regional,
      text: '@Marcos Teixeira a ruptura do Sul subiu na segunda. É a entrega de Chapecó ou o cadastro?',
      ...{ mentions: [admin], minutesAgo: 3 * hour, page: 1 },
      answers: [{ by: admin, text: 'É o cadastro: dois itens mudaram de família. A carga das 14h já corrige.', minutesAgo: 2 * hour }],
    },
    {
      report: 'dre-gerencial',
      by: both,
      text: 'Conciliei outubro. O desvio de frete vem da rota Serra, que passou a ser terceirizada.',
      ...{ mentions: [], minutesAgo: 26 * hour, page: 0 },
      answers: [],
    },
    {
      report: 'oee-por-linha',
      by: 'paulo.vilela@vertice.test',
      text: 'A linha 3 ficou parada por falta de embalagem. Não é problema de manutenção.',
      ...{ mentions: [], minutesAgo: 4 * day, page: 3 },
      answers: [{ by: regional, text: 'Obrigada, já falei com compras.', minutesAgo: 4 * day - 2 * hour }],
    },
    {
      report: 'mix-de-produtos',
      by: english,
      text: '@Helena Prado could we have snacks as a family of their own here? They are half of what we export.',
      ...{ mentions: [regional], minutesAgo: 20 * hour, page: null },
      answers: [],
    },
  ],
  playlists: [
    {
      name: 'Sala de operação',
      description: 'Entregas, linhas e estoque, o dia inteiro.',
      owner: admin,
      items: [
        { report: 'oee-por-linha', page: 0, seconds: 30 },
        { report: 'producao-diaria', page: 1, seconds: 20 },
        { report: 'custo-de-frota', page: 0, seconds: 25 },
        { report: 'cobertura-de-estoque', page: 2, seconds: 20 },
        { report: 'entregas-no-prazo', page: 0, seconds: 30, weekdays: true },
      ],
      sharedWith: ['Turno da fábrica'],
      display: {
        ...{ name: 'TV da sala de operação', place: 'Fábrica 1, mezanino' },
        ...{ identity: { username: 'admin@vertice.test', roles: ['Diretoria'] }, seenMinutesAgo: 42 },
      },
    },
    {
      name: 'Comitê comercial',
      description: 'Os números da reunião de segunda-feira.',
      owner: 'editor@vertice.test',
      items: [
        { report: 'vendas-diarias', page: 0, seconds: 45 },
        { report: 'mix-de-produtos', page: 1, seconds: 30 },
        { report: 'preco-e-margem', page: 0, seconds: 30 },
      ],
      sharedWith: ['Comitê comercial'],
      display: null,
    },
  ],
  news: [
    {
      to: admin,
      kind: 'report_fresh',
      vars: { report: 'DRE gerencial' },
      ...{ report: 'dre-gerencial', minutesAgo: 5 * hour },
    },
    {
      to: admin,
      kind: 'report_published',
      vars: { report: 'Investimento em mídia', group: 'Marketing' },
      ...{ report: 'investimento-em-midia', minutesAgo: 6 * day },
    },
    {
      to: regional,
      kind: 'report_shared',
      vars: { person: 'Marcos Teixeira', report: 'Entregas no prazo', message: 'Olhe a rota Serra antes da reunião de amanhã.' },
      ...{ report: 'entregas-no-prazo', minutesAgo: 50 },
    },
    {
      to: regional,
      kind: 'view_shared',
      vars: { person: 'Marcos Teixeira', report: 'Custo de frota', view: 'Norte e Nordeste' },
      ...{ report: 'custo-de-frota', minutesAgo: 3 * day },
    },
    {
      to: regional,
      kind: 'report_published',
      vars: { report: 'Headcount e turnover', group: 'Pessoas' },
      ...{ report: 'headcount-e-turnover', minutesAgo: 4 * day },
    },
    {
      to: regional,
      kind: 'maintenance_over',
      vars: { target: 'Desempenho de campanhas', title: 'Troca da fonte de mídia' },
      ...{ report: 'desempenho-de-campanhas', minutesAgo: 6 * day - 150 },
    },
    {
      to: english,
      kind: 'report_published',
      vars: { report: 'Stock-outs at the point of sale', group: 'Comercial' },
      ...{ report: 'ruptura-no-ponto-de-venda', minutesAgo: 180 },
    },
  ],
};
