import type { inTenant } from './build.ts';
import type { DemoDataset, DemoReport } from './types.ts';

type Make = ReturnType<typeof inTenant>;
const by = 'admin@vertice.test';
const day = 1440;
const regional = 'regional@vertice.test';
const money = ['Diretoria', 'Financeiro', 'Controladoria', regional];

export function verticeReports(make: Make, datasets: DemoDataset[]): DemoReport[] {
  const reports = (group: string, subgroup: string | null, rows: Parameters<Make['reports']>[4]) =>
    make.reports(group, subgroup, datasets, by, rows);
  return [
    ...reports('Comercial', 'Vendas', [
      {
        title: 'Vendas diárias',
        text: 'Receita, pedidos, ticket, margem e ruptura do mês, dia a dia.',
        cover: 'bars',
        data: 'comercial',
        verified: true,
      },
      {
        title: 'Positivação por vendedor',
        text: 'Clientes que compraram no mês, por vendedor.',
        cover: 'ridge',
        data: 'comercial',
        measure: 'count',
      },
      {
        title: 'Preço e margem',
        text: 'Margem por cliente, produto e regional, em 24 meses.',
        cover: 'dunes',
        data: 'comercial',
        measure: 'margin',
        verified: true,
      },
      {
        title: 'Ruptura no ponto de venda',
        text: 'Onde o produto faltou e o que se perdeu.',
        cover: 'contour',
        data: 'comercial',
        measure: 'rate',
        added: 190,
      },
      { title: 'Mix de produtos', text: 'O peso de cada família na receita e na margem.', cover: 'dots', data: 'mercado' },
      {
        title: 'Curva ABC',
        text: 'Produtos por participação acumulada na receita.',
        cover: 'bars',
        data: 'mercado',
        maintenance: {
          title: 'Curva ABC em manutenção',
          text: 'As famílias de produto estão sendo recadastradas. Os números voltam com a nova classificação.',
          untilMinutesFromNow: 285,
        },
      },
      {
        title: 'Cancelamentos e devoluções',
        text: 'Quanto voltou, de quem e por quê.',
        cover: 'contour',
        data: 'mercado',
        measure: 'rate',
      },
      {
        title: 'Simulação de preços 2027',
        text: 'Cenários de reajuste em estudo pela diretoria.',
        cover: 'dunes',
        data: 'mercado',
        measure: 'average',
        hidden: true,
      },
    ]),
    ...reports('Comercial', 'Metas e comissões', [
      {
        title: 'Metas e comissões',
        text: 'Meta, realizado e comissão prevista de cada representante.',
        cover: 'ridge',
        data: 'comercial',
        verified: true,
      },
      {
        title: 'Ranking de representantes',
        text: 'Quem vendeu mais e quem mais cresceu.',
        cover: 'bars',
        data: 'comercial',
        measure: 'average',
        viewers: ['Diretoria', 'Vendas'],
      },
      { title: 'Projeção de fechamento', text: 'Quanto o mês deve fechar no ritmo atual.', cover: 'ridge', data: 'mercado' },
      {
        title: 'Campanha de incentivo',
        text: 'Pontos e posição de cada equipe na campanha.',
        cover: 'dots',
        data: 'mercado',
        measure: 'count',
      },
    ]),
    ...reports('Comercial', 'Carteira de clientes', [
      {
        title: 'Carteira de clientes',
        text: 'Clientes por porte, frequência e potencial.',
        cover: 'dots',
        data: 'comercial',
        measure: 'count',
        verified: true,
      },
      { title: 'Clientes inativos', text: 'Quem não compra há mais de 60 dias.', cover: 'dunes', data: 'mercado', measure: 'rate' },
      {
        title: 'Limite de crédito',
        text: 'Limite, uso e folga por cliente.',
        cover: 'contour',
        data: 'mercado',
        measure: 'average',
        viewers: ['Vendas', 'Financeiro', 'both@vertice.test'],
      },
    ]),
    ...reports('Financeiro', 'Fluxo de caixa', [
      {
        title: 'Fluxo de caixa projetado',
        text: 'Entradas e saídas de 13 semanas, com três cenários.',
        cover: 'ridge',
        data: 'financas',
        verified: true,
      },
      {
        title: 'Contas a receber',
        text: 'Títulos a vencer e vencidos, por faixa de atraso.',
        cover: 'dunes',
        data: 'financas',
        measure: 'count',
      },
      { title: 'Contas a pagar', text: 'Compromissos por fornecedor e vencimento.', cover: 'bars', data: 'financas', measure: 'average' },
      {
        title: 'Conciliação bancária',
        text: 'Lançamentos do extrato sem par no sistema.',
        cover: 'contour',
        data: 'financas',
        measure: 'rate',
        failsAlways: true,
      },
      {
        title: 'Saldos por banco',
        text: 'Posição diária de cada conta e aplicação.',
        cover: 'dots',
        data: 'financas',
        viewers: money,
      },
    ]),
    ...reports('Financeiro', 'DRE gerencial', [
      {
        title: 'DRE gerencial',
        text: 'Receita, custos e resultado por unidade e mês.',
        cover: 'bars',
        data: 'financas',
        measure: 'margin',
        verified: true,
      },
      { title: 'Orçado contra realizado', text: 'Desvio do orçamento por conta e centro de custo.', cover: 'ridge', data: 'financas' },
      {
        title: 'Custos por centro',
        text: 'Quanto cada centro de custo gastou e em quê.',
        cover: 'dunes',
        data: 'financas',
        measure: 'average',
        viewers: money,
      },
    ]),
    ...reports('Financeiro', null, [
      {
        title: 'EBITDA mensal',
        text: 'Geração operacional de caixa em 24 meses.',
        cover: 'contour',
        data: 'financas',
        measure: 'margin',
        viewers: money,
      },
    ]),
    ...reports('Logística', 'Entregas', [
      {
        title: 'Entregas no prazo',
        text: 'Pontualidade por rota, transportadora e cliente.',
        cover: 'ridge',
        data: 'entregas',
        measure: 'margin',
        verified: true,
      },
      {
        title: 'Ocorrências de entrega',
        text: 'Avarias, recusas e reentregas do mês.',
        cover: 'contour',
        data: 'entregas',
        measure: 'rate',
      },
      {
        title: 'Roteirização diária',
        text: 'Rotas planejadas e cumpridas, com ocupação.',
        cover: 'dots',
        data: 'entregas',
        measure: 'count',
      },
      { title: 'Custo por entrega', text: 'Frete, pedágio e diária por entrega feita.', cover: 'bars', data: 'frota', measure: 'average' },
    ]),
    ...reports('Logística', 'Estoque', [
      {
        title: 'Giro de estoque',
        text: 'Giro por família e armazém, com itens parados.',
        cover: 'contour',
        data: 'estoque',
        measure: 'average',
      },
      { title: 'Cobertura de estoque', text: 'Dias de estoque contra a política de cada item.', cover: 'dunes', data: 'estoque' },
      { title: 'Validade próxima', text: 'Lotes que vencem nos próximos 30 dias.', cover: 'bars', data: 'estoque', measure: 'rate' },
      {
        title: 'Acurácia de inventário',
        text: 'Contado contra registrado, por rua e turno.',
        cover: 'ridge',
        data: 'estoque',
        measure: 'margin',
      },
    ]),
    ...reports('Logística', 'Frota', [
      {
        title: 'Custo de frota',
        text: 'Custo por quilômetro, consumo e manutenção por veículo.',
        cover: 'dunes',
        data: 'frota',
        verified: true,
      },
      {
        title: 'Consumo de combustível',
        text: 'Litros e quilômetros por veículo e motorista.',
        cover: 'ridge',
        data: 'combustivel',
        measure: 'average',
      },
      {
        title: 'Mapa de rodovias',
        text: 'Condição das rodovias no mapa público do IBGE.',
        cover: 'contour',
        externalUrl: 'https://www.ibge.gov.br/',
      },
    ]),
    ...reports('Indústria', 'Produção', [
      {
        title: 'OEE por linha',
        text: 'Disponibilidade, desempenho e qualidade de cada linha.',
        cover: 'bars',
        data: 'producao',
        measure: 'margin',
        verified: true,
      },
      {
        title: 'Paradas não planejadas',
        text: 'Minutos perdidos por causa e equipamento.',
        cover: 'dunes',
        data: 'producao',
        measure: 'rate',
      },
      { title: 'Produção diária', text: 'Toneladas por linha e turno contra o plano.', cover: 'ridge', data: 'producao' },
      {
        title: 'Rendimento por ordem',
        text: 'Quanto cada ordem produziu do previsto.',
        cover: 'dots',
        data: 'producao',
        measure: 'average',
      },
    ]),
    ...reports('Indústria', 'Qualidade', [
      {
        title: 'Reclamações e qualidade',
        text: 'Reclamações por lote, causa e prazo de resposta.',
        cover: 'contour',
        data: 'producao',
        measure: 'rate',
        added: 2 * day,
      },
      { title: 'Refugo por turno', text: 'Perdas por linha, turno e motivo.', cover: 'bars', data: 'producao', measure: 'rate' },
      {
        title: 'Laudos de laboratório',
        text: 'Amostras, resultados fora do padrão e reanálises.',
        cover: 'dots',
        data: 'producao',
        measure: 'count',
        viewers: ['Indústria', 'Qualidade', regional],
      },
      {
        title: 'Temperatura da cadeia fria',
        text: 'Desvios de temperatura do armazém ao cliente.',
        cover: 'ridge',
        data: 'producao',
        measure: 'margin',
      },
    ]),
    ...reports('Pessoas', 'Headcount', [
      {
        title: 'Headcount e turnover',
        text: 'Quadro, admissões, desligamentos e absenteísmo por área.',
        cover: 'dunes',
        data: 'pessoas',
        measure: 'count',
        added: 4 * day,
      },
      {
        title: 'Absenteísmo',
        text: 'Faltas e afastamentos por área e motivo.',
        cover: 'ridge',
        data: 'pessoas',
        measure: 'rate',
        viewers: ['Diretoria', 'Recursos Humanos', regional],
      },
      {
        title: 'Horas extras',
        text: 'Horas e custo além da jornada, por equipe.',
        cover: 'bars',
        data: 'pessoas',
        viewers: ['Diretoria', 'Recursos Humanos', regional],
      },
    ]),
    ...reports('Pessoas', 'Clima', [
      {
        title: 'Pesquisa de clima',
        text: 'Adesão e notas da última pesquisa, por área.',
        cover: 'contour',
        data: 'pessoas',
        measure: 'margin',
      },
      { title: 'Treinamentos', text: 'Horas e trilhas concluídas por colaborador.', cover: 'dots', data: 'pessoas', measure: 'average' },
    ]),
    ...reports('Marketing', 'Campanhas', [
      {
        title: 'Desempenho de campanhas',
        text: 'Investimento, alcance e retorno por campanha.',
        cover: 'dots',
        data: 'campanhas',
        verified: true,
      },
      {
        title: 'Funil digital',
        text: 'Da visita ao pedido, por canal e dispositivo.',
        cover: 'dunes',
        data: 'campanhas',
        measure: 'count',
      },
      {
        title: 'Investimento em mídia',
        text: 'Gasto planejado e realizado por veículo.',
        cover: 'bars',
        data: 'campanhas',
        measure: 'average',
        added: 6 * day,
      },
    ]),
    ...reports('Marketing', null, [
      {
        title: 'Participação na gôndola',
        text: 'Espaço da marca por rede e categoria.',
        cover: 'contour',
        data: 'campanhas',
        measure: 'margin',
      },
    ]),
  ];
}
