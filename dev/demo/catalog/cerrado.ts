import { daily, every, inTenant } from './build.ts';
import { noLife } from './life-types.ts';
import type { DemoTenant } from './types.ts';

const make = inTenant('cerrado', 'pt-BR');
const brasilia = -3;
const comercial = 'Cerrado Comercial';
const fabrica = 'Cerrado Fábrica';

const datasets = [
  make.dataset({
    key: 'vendas',
    name: 'Vendas',
    workspace: comercial,
    subject: 'sales',
    refresh: every(30, 8),
    roles: { Loja: 'region', Vendedor: 'member', Diretoria: null },
  }),
  make.dataset({ key: 'caixa', name: 'Caixa', workspace: comercial, subject: 'finance', refresh: daily('05:20', brasilia) }),
  make.dataset({ key: 'equipe', name: 'Equipe', workspace: comercial, subject: 'people', refresh: daily('04:10', brasilia) }),
  make.dataset({ key: 'tecelagem', name: 'Tecelagem', workspace: fabrica, subject: 'production', refresh: every(20, 3) }),
  make.dataset({ key: 'algodao', name: 'Algodão e fios', workspace: fabrica, subject: 'stock', refresh: daily('03:40', brasilia) }),
];

/** A unit on its first day: people and an account, nothing published. Its workspaces at the report service are full. */
export const cerrado: DemoTenant = {
  key: 'cerrado',
  id: make.tenantId,
  kind: 'unit',
  parent: 'numera',
  name: 'Cerrado Têxtil',
  subdomain: 'cerrado',
  isDefaultHost: false,
  status: 'A',
  trialEndsInDays: null,
  createdDaysAgo: 2,
  userLimit: 25,
  language: 'pt-BR',
  timezone: 'America/Sao_Paulo',
  currency: 'BRL',
  theme: {
    name: 'Cerrado Têxtil',
    pageTitle: 'Cerrado Painéis',
    icon: null,
    favicon: null,
    iconReport: null,
    showBackgroundImage: true,
    landscape: 'dunes',
    mirrored: false,
    background: '#F6F2EC',
    card: '#FFFFFF',
    font: '#2A2018',
    button: '#7A3E1D',
    buttonFont: '#FFFFFF',
    group: '#EFDFCB',
    subgroup: '#F6ECDF',
    activeItem: '#F0DCC4',
    activeItemFont: '#5A2C12',
    loginBackground: '#5B3A24',
    loginButton: '#7A3E1D',
    forgotPassword: '#7A3E1D',
    sun: '#F2C078',
  },
  account: make.account('Power BI da Cerrado', 'cer~6W-demo-secret-of-cerrado', [comercial, fabrica], 180),
  people: [
    make.person({
      email: 'admin@cerrado.test',
      name: 'Iara Montenegro',
      profile: 'admin',
      department: 'Tecnologia',
      position: 'manager',
      rls: { username: 'admin@cerrado.test', roles: ['Diretoria'] },
    }),
    make.person({ email: 'user@cerrado.test', name: 'Davi Nogueira', profile: 'user', department: 'Lojas', position: 'supervisor' }),
  ],
  colleagues: make.colleagues('cerrado.test', 'Lojas', 'Marina Sobral\nPedro Ivo Camargo\nRaquel Bento'),
  groups: [],
  datasets,
  reports: [],
  unpublished: make.unpublished(datasets, [
    { title: 'Vendas por loja', text: 'Receita, peças e ticket de cada loja, dia a dia.', cover: 'bars', data: 'vendas' },
    { title: 'Coleções', text: 'Giro e margem de cada coleção.', cover: 'dunes', data: 'vendas', measure: 'margin' },
    { title: 'Vendedores', text: 'Quem vendeu, quanto e a que preço.', cover: 'ridge', data: 'vendas', measure: 'average' },
    { title: 'Trocas e devoluções', text: 'O que voltou e por quê.', cover: 'contour', data: 'vendas', measure: 'rate' },
    { title: 'Pedidos do atacado', text: 'Carteira, faturamento e atraso dos pedidos.', cover: 'dots', data: 'vendas', measure: 'count' },
    { title: 'Fluxo de caixa', text: 'Entradas e saídas das próximas 13 semanas.', cover: 'ridge', data: 'caixa' },
    { title: 'Inadimplência', text: 'Títulos vencidos por cliente e faixa.', cover: 'contour', data: 'caixa', measure: 'rate' },
    { title: 'Resultado mensal', text: 'Receita, custo e resultado por unidade.', cover: 'bars', data: 'caixa', measure: 'margin' },
    { title: 'Quadro e jornada', text: 'Pessoas, horas e afastamentos.', cover: 'dunes', data: 'equipe', measure: 'count' },
    { title: 'Eficiência dos teares', text: 'Disponibilidade e rendimento por tear.', cover: 'bars', data: 'tecelagem', measure: 'margin' },
    { title: 'Paradas de tear', text: 'Minutos parados por motivo.', cover: 'contour', data: 'tecelagem', measure: 'rate' },
    { title: 'Metros produzidos', text: 'Produção por turno contra o plano.', cover: 'ridge', data: 'tecelagem' },
    { title: 'Estoque de fios', text: 'Cobertura por título e fornecedor.', cover: 'dots', data: 'algodao', measure: 'average' },
    { title: 'Perdas de algodão', text: 'Do fardo ao fio, onde se perde.', cover: 'dunes', data: 'algodao', measure: 'rate' },
  ]),
  notices: [],
  life: noLife,
};
