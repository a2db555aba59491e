import type { Measure, Subject } from '../../demo/catalog/types.ts';
import type { Dimension, ReportLanguage, Unit } from './types.ts';

/** pt-BR, pt-PT, es, en-US. */
export type Text = readonly [string, string, string, string];

export function say(text: Text, language: ReportLanguage): string {
  return text[['pt-BR', 'pt-PT', 'es', 'en-US'].indexOf(language)] ?? text[0];
}

type MeasureSpec = { label: Text; unit: Unit; inverse?: true };
export type SubjectSpec = {
  table: Text;
  channel: Text;
  member: Text;
  members: Text;
  product: Text;
  measures: Record<Measure, MeasureSpec>;
  /** Sizes of one month: the amount, one unit's average, margin and rate. */
  size: { amount: number; average: number; margin: number; rate: number };
};

const columnLabels: Record<'region' | 'month', Text> = {
  region: ['Regional', 'Unidade', 'Región', 'Region'],
  month: ['Mês', 'Mês', 'Mes', 'Month'],
};

const seller: Pick<SubjectSpec, 'member' | 'members'> = {
  member: ['Representante', 'Comercial', 'Representante', 'Sales rep'],
  members: ['Representantes', 'Comerciais', 'Representantes', 'Sales reps'],
};
const owner: Pick<SubjectSpec, 'member' | 'members'> = {
  member: ['Responsável', 'Responsável', 'Responsable', 'Owner'],
  members: ['Responsáveis', 'Responsáveis', 'Responsables', 'Owners'],
};

export const subjects: Record<Subject, SubjectSpec> = {
  sales: {
    table: ['Vendas', 'Vendas', 'Ventas', 'Sales'],
    channel: ['Canal', 'Canal', 'Canal', 'Channel'],
    ...seller,
    product: ['Família', 'Família', 'Familia', 'Family'],
    measures: {
      amount: { label: ['Receita', 'Receita', 'Ingresos', 'Revenue'], unit: 'money' },
      count: { label: ['Pedidos', 'Encomendas', 'Pedidos', 'Orders'], unit: 'number' },
      average: { label: ['Ticket médio', 'Valor médio', 'Ticket medio', 'Average order'], unit: 'money' },
      margin: { label: ['Margem bruta', 'Margem bruta', 'Margen bruto', 'Gross margin'], unit: 'percent' },
      rate: { label: ['Ruptura', 'Rutura', 'Quiebre de stock', 'Out of stock'], unit: 'percent', inverse: true },
    },
    size: { amount: 9_400_000, average: 2620, margin: 0.304, rate: 0.041 },
  },
  finance: {
    table: ['Lançamentos', 'Lançamentos', 'Movimientos', 'Entries'],
    channel: ['Natureza', 'Natureza', 'Naturaleza', 'Nature'],
    ...owner,
    product: ['Conta', 'Conta', 'Cuenta', 'Account'],
    measures: {
      amount: { label: ['Entradas', 'Entradas', 'Entradas', 'Inflows'], unit: 'money' },
      count: { label: ['Lançamentos', 'Lançamentos', 'Movimientos', 'Entries'], unit: 'number' },
      average: { label: ['Valor por lançamento', 'Valor por lançamento', 'Valor por movimiento', 'Value per entry'], unit: 'money' },
      margin: { label: ['Margem de caixa', 'Margem de caixa', 'Margen de caja', 'Cash margin'], unit: 'percent' },
      rate: { label: ['Inadimplência', 'Incumprimento', 'Morosidad', 'Past due'], unit: 'percent', inverse: true },
    },
    size: { amount: 12_800_000, average: 5140, margin: 0.182, rate: 0.037 },
  },
  logistics: {
    table: ['Entregas', 'Entregas', 'Entregas', 'Deliveries'],
    channel: ['Modalidade', 'Modalidade', 'Modalidad', 'Mode'],
    member: ['Motorista', 'Motorista', 'Conductor', 'Driver'],
    members: ['Motoristas', 'Motoristas', 'Conductores', 'Drivers'],
    product: ['Rota', 'Rota', 'Ruta', 'Route'],
    measures: {
      amount: {
        label: ['Custo de transporte', 'Custo de transporte', 'Costo de transporte', 'Transport cost'],
        unit: 'money',
        inverse: true,
      },
      count: { label: ['Entregas', 'Entregas', 'Entregas', 'Deliveries'], unit: 'number' },
      average: {
        label: ['Custo por entrega', 'Custo por entrega', 'Costo por entrega', 'Cost per delivery'],
        unit: 'money',
        inverse: true,
      },
      margin: { label: ['No prazo', 'No prazo', 'A tiempo', 'On time'], unit: 'percent' },
      rate: { label: ['Ocorrências', 'Ocorrências', 'Incidencias', 'Incidents'], unit: 'percent', inverse: true },
    },
    size: { amount: 1_160_000, average: 138, margin: 0.951, rate: 0.023 },
  },
  stock: {
    table: ['Estoque', 'Stock', 'Inventario', 'Stock'],
    channel: ['Categoria', 'Categoria', 'Categoría', 'Category'],
    ...owner,
    product: ['Armazém', 'Armazém', 'Almacén', 'Warehouse'],
    measures: {
      amount: { label: ['Valor movimentado', 'Valor movimentado', 'Valor movido', 'Value moved'], unit: 'money' },
      count: { label: ['Movimentos', 'Movimentos', 'Movimientos', 'Movements'], unit: 'number' },
      average: { label: ['Valor por movimento', 'Valor por movimento', 'Valor por movimiento', 'Value per movement'], unit: 'money' },
      margin: { label: ['Acurácia', 'Exatidão', 'Exactitud', 'Accuracy'], unit: 'percent' },
      rate: { label: ['Perto do vencimento', 'Perto do fim de validade', 'Por vencer', 'Near expiry'], unit: 'percent', inverse: true },
    },
    size: { amount: 6_300_000, average: 820, margin: 0.972, rate: 0.031 },
  },
  production: {
    table: ['Produção', 'Produção', 'Producción', 'Production'],
    channel: ['Turno', 'Turno', 'Turno', 'Shift'],
    member: ['Linha', 'Linha', 'Línea', 'Line'],
    members: ['Linhas', 'Linhas', 'Líneas', 'Lines'],
    product: ['Produto', 'Produto', 'Producto', 'Product'],
    measures: {
      amount: { label: ['Produção', 'Produção', 'Producción', 'Output'], unit: 'tonnes' },
      count: { label: ['Ordens', 'Ordens', 'Órdenes', 'Work orders'], unit: 'number' },
      average: { label: ['Produção por ordem', 'Produção por ordem', 'Producción por orden', 'Output per order'], unit: 'tonnes' },
      margin: { label: ['OEE', 'OEE', 'OEE', 'OEE'], unit: 'percent' },
      rate: { label: ['Refugo', 'Refugo', 'Desecho', 'Scrap'], unit: 'percent', inverse: true },
    },
    size: { amount: 18_400, average: 12.6, margin: 0.782, rate: 0.019 },
  },
  people: {
    table: ['Quadro', 'Quadro', 'Dotación', 'Headcount'],
    channel: ['Vínculo', 'Vínculo', 'Vínculo', 'Contract'],
    ...owner,
    product: ['Área', 'Área', 'Área', 'Area'],
    measures: {
      amount: { label: ['Custo de pessoal', 'Custo de pessoal', 'Costo de personal', 'Staff cost'], unit: 'money', inverse: true },
      count: { label: ['Colaboradores', 'Colaboradores', 'Colaboradores', 'Employees'], unit: 'number' },
      average: { label: ['Custo por colaborador', 'Custo por colaborador', 'Costo por colaborador', 'Cost per employee'], unit: 'money' },
      margin: { label: ['Presença', 'Assiduidade', 'Presencia', 'Attendance'], unit: 'percent' },
      rate: { label: ['Turnover', 'Rotatividade', 'Rotación', 'Turnover'], unit: 'percent', inverse: true },
    },
    size: { amount: 5_900_000, average: 4870, margin: 0.963, rate: 0.021 },
  },
  marketing: {
    table: ['Campanhas', 'Campanhas', 'Campañas', 'Campaigns'],
    channel: ['Mídia', 'Meio', 'Medio', 'Medium'],
    ...owner,
    product: ['Campanha', 'Campanha', 'Campaña', 'Campaign'],
    measures: {
      amount: { label: ['Receita atribuída', 'Receita atribuída', 'Ingresos atribuidos', 'Attributed revenue'], unit: 'money' },
      count: { label: ['Conversões', 'Conversões', 'Conversiones', 'Conversions'], unit: 'number' },
      average: {
        label: ['Receita por conversão', 'Receita por conversão', 'Ingreso por conversión', 'Revenue per conversion'],
        unit: 'money',
      },
      margin: { label: ['Retorno', 'Retorno', 'Retorno', 'Return'], unit: 'percent' },
      rate: { label: ['Descadastros', 'Anulações', 'Bajas', 'Unsubscribes'], unit: 'percent', inverse: true },
    },
    size: { amount: 2_150_000, average: 96, margin: 0.412, rate: 0.012 },
  },
  hospital: {
    table: ['Episódios', 'Episódios', 'Episodios', 'Episodes'],
    channel: ['Regime', 'Regime', 'Régimen', 'Setting'],
    member: ['Especialidade', 'Especialidade', 'Especialidad', 'Specialty'],
    members: ['Especialidades', 'Especialidades', 'Especialidades', 'Specialties'],
    product: ['Serviço', 'Serviço', 'Servicio', 'Ward'],
    measures: {
      amount: { label: ['Dias de cama', 'Dias de cama', 'Días cama', 'Bed days'], unit: 'number' },
      count: { label: ['Doentes saídos', 'Doentes saídos', 'Egresos', 'Discharges'], unit: 'number' },
      average: { label: ['Demora média', 'Demora média', 'Estancia media', 'Length of stay'], unit: 'days', inverse: true },
      margin: { label: ['Ocupação', 'Ocupação', 'Ocupación', 'Occupancy'], unit: 'percent' },
      rate: { label: ['Readmissões', 'Reinternamentos', 'Reingresos', 'Readmissions'], unit: 'percent', inverse: true },
    },
    size: { amount: 38_600, average: 6.4, margin: 0.834, rate: 0.046 },
  },
  energy: {
    table: ['Geração', 'Geração', 'Generación', 'Generation'],
    channel: ['Tecnologia', 'Tecnologia', 'Tecnología', 'Technology'],
    member: ['Unidade geradora', 'Unidade geradora', 'Unidad generadora', 'Generating unit'],
    members: ['Unidades geradoras', 'Unidades geradoras', 'Unidades generadoras', 'Generating units'],
    product: ['Contrato', 'Contrato', 'Contrato', 'Contract'],
    measures: {
      amount: { label: ['Energia entregue', 'Energia entregue', 'Energía entregada', 'Energy delivered'], unit: 'energy' },
      count: { label: ['Horas de operação', 'Horas de operação', 'Horas de operación', 'Hours run'], unit: 'hours' },
      average: { label: ['Potência média', 'Potência média', 'Energía por hora', 'Energy per hour'], unit: 'energy' },
      margin: { label: ['Disponibilidade', 'Disponibilidade', 'Disponibilidad', 'Availability'], unit: 'percent' },
      rate: { label: ['Perdas', 'Perdas', 'Pérdidas', 'Losses'], unit: 'percent', inverse: true },
    },
    size: { amount: 214_000, average: 21.8, margin: 0.941, rate: 0.034 },
  },
  usage: {
    table: ['Acessos', 'Acessos', 'Accesos', 'Visits'],
    channel: ['Dispositivo', 'Dispositivo', 'Dispositivo', 'Device'],
    member: ['Portal', 'Portal', 'Portal', 'Portal'],
    members: ['Portais', 'Portais', 'Portales', 'Portals'],
    product: ['Área', 'Área', 'Área', 'Area'],
    measures: {
      amount: { label: ['Visualizações', 'Visualizações', 'Visualizaciones', 'Views'], unit: 'number' },
      count: { label: ['Sessões', 'Sessões', 'Sesiones', 'Sessions'], unit: 'number' },
      average: {
        label: ['Visualizações por sessão', 'Visualizações por sessão', 'Visualizaciones por sesión', 'Views per session'],
        unit: 'number',
      },
      margin: { label: ['Relatórios em uso', 'Relatórios em uso', 'Informes en uso', 'Reports in use'], unit: 'percent' },
      rate: { label: ['Erros', 'Erros', 'Errores', 'Errors'], unit: 'percent', inverse: true },
    },
    size: { amount: 486_000, average: 5.3, margin: 0.716, rate: 0.006 },
  },
  portfolio: {
    table: ['Contratos', 'Contratos', 'Contratos', 'Contracts'],
    channel: ['Serviço', 'Serviço', 'Servicio', 'Service'],
    ...owner,
    product: ['Setor', 'Setor', 'Sector', 'Industry'],
    measures: {
      amount: { label: ['Receita', 'Receita', 'Ingresos', 'Revenue'], unit: 'money' },
      count: { label: ['Horas', 'Horas', 'Horas', 'Hours'], unit: 'hours' },
      average: { label: ['Receita por hora', 'Receita por hora', 'Ingreso por hora', 'Revenue per hour'], unit: 'money' },
      margin: { label: ['Margem', 'Margem', 'Margen', 'Margin'], unit: 'percent' },
      rate: { label: ['Atraso', 'Atraso', 'Atraso', 'Delay'], unit: 'percent', inverse: true },
    },
    size: { amount: 742_000, average: 212, margin: 0.386, rate: 0.054 },
  },
};

/** The label of a column of a subject in one language. */
export function columnLabel(subject: Subject, column: Dimension | 'month', region: Text, language: ReportLanguage): string {
  if (column === 'region') return say(region, language);
  if (column === 'month') return say(columnLabels.month, language);
  return say(subjects[subject][column], language);
}
