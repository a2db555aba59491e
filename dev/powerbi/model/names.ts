import type { Subject, TenantKey } from '../../demo/catalog/types.ts';
import type { Text } from './subjects.ts';

/** The world of one tenant: what its rows are about. Names are data and stay in the tenant's own language. */
export type Flavour = { region: Text; regions: string[]; people: string[] };

export const flavours: Record<TenantKey, Flavour> = {
  vertice: {
    region: ['Regional', 'Região', 'Región', 'Region'],
    regions: ['Sudeste', 'Sul', 'Nordeste', 'Centro-Oeste', 'Norte'],
    people: [
      ...['Ana Beatriz Nunes', 'Caio Fontenele', 'Rosana Dias', 'Tiago Menezes', 'Luana Prates', 'Igor Salgado', 'Débora Kunz'],
      ...[
        'Fábio Arruda',
        'Mirela Sartori',
        'Jonas Petry',
        'Vânia Holanda',
        'Edson Tavares',
        'Paula Guerreiro',
        'Renan Bastos',
        'Cíntia Aguiar',
      ],
    ],
  },
  aurora: {
    region: ['Unidade', 'Unidade', 'Unidad', 'Hospital'],
    regions: ['Hospital da Boavista', 'Hospital de Santa Marta', 'Hospital do Tejo', 'Clínica de Gaia', 'Clínica do Algarve'],
    people: [
      ...['Beatriz Antunes', 'Gonçalo Reis', 'Filipa Mourão', 'Duarte Sequeira', 'Marta Vilhena', 'Nuno Cordeiro', 'Sofia Bragança'],
      ...[
        'Tomé Alvim',
        'Leonor Pacheco',
        'Vasco Teles',
        'Rita Fragoso',
        'Hugo Serrão',
        'Clara Bettencourt',
        'Afonso Lacerda',
        'Joana Moita',
      ],
    ],
  },
  sierra: {
    region: ['Planta', 'Central', 'Planta', 'Plant'],
    regions: ['Parque Coquimbo', 'Planta Atacama', 'Central Maipo', 'Parque Bío Bío', 'Planta Tarapacá'],
    people: [
      ...['Catalina Rojas', 'Matías Sepúlveda', 'Antonia Vergara', 'Benjamín Soto', 'Isidora Fuentes', 'Vicente Araya', 'Martina Bravo'],
      ...[
        'Joaquín Pizarro',
        'Trinidad Olivares',
        'Cristóbal Henríquez',
        'Amanda Carrasco',
        'Diego Sanhueza',
        'Florencia Lagos',
        'Tomás Ibarra',
        'Josefa Reyes',
      ],
    ],
  },
  cerrado: {
    region: ['Loja', 'Loja', 'Tienda', 'Store'],
    regions: ['Goiânia Centro', 'Anápolis', 'Brasília Asa Sul', 'Uberlândia', 'Atacado'],
    people: [
      ...['Aline Furquim', 'Breno Gontijo', 'Cássia Lemos', 'Dirceu Amaral', 'Eunice Prado', 'Flávio Rezende', 'Glória Peixoto'],
      ...['Heitor Vaz', 'Ivone Batista', 'Júlio Meira', 'Kátia Moreno', 'Lauro Pinheiro', 'Milena Castro', 'Nivaldo Reis', 'Olga Freitas'],
    ],
  },
  numera: {
    region: ['Cliente', 'Cliente', 'Cliente', 'Client'],
    regions: ['Vértice Alimentos', 'Rede Aurora Saúde', 'Sierra Norte', 'Cooperativa Ipê', 'Malharia Litoral'],
    people: [
      ...['Renata Quintela', 'Bruno Falcão', 'Aline Macedo', 'Sérgio Dutra', 'Priscila Moura', 'Gabriel Leme', 'Tereza Novaes'],
      ...[
        'Ícaro Brandão',
        'Márcia Furtado',
        'André Coutinho',
        'Lorena Pinho',
        'Davi Castelo',
        'Simone Rangel',
        'Otto Weber',
        'Bianca Serra',
      ],
    ],
  },
  mirante: {
    region: ['Parceiro', 'Parceiro', 'Socio', 'Partner'],
    regions: ['Numera BI', 'Delta Dados', 'Atlas Analytics', 'Norte Consultoria', 'Venda direta'],
    people: [
      ...['vertice', 'aurora', 'sierra', 'numera', 'ipe', 'litoral', 'cumbre', 'horizonte'],
      ...['planalto', 'marola', 'trilha', 'lavoura', 'estuario', 'mirador', 'cerrado'],
    ],
  },
};

type Names = { channels: string[]; products: string[]; members?: string[] };
const numbered = (word: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${word} ${String(index + 1).padStart(2, '0')}`);

const portuguese: Record<Subject, Names> = {
  sales: {
    channels: ['Atacado', 'Supermercado', 'Food service', 'Loja própria'],
    products: ['Laticínios', 'Congelados', 'Massas', 'Molhos', 'Bebidas', 'Snacks', 'Grãos', 'Padaria'],
  },
  finance: {
    channels: ['Operacional', 'Financeiro', 'Investimento', 'Impostos'],
    products: ['Clientes', 'Fornecedores', 'Folha', 'Tributos', 'Aluguéis', 'Energia', 'Juros', 'Outros'],
  },
  logistics: {
    channels: ['Frota própria', 'Transportadora', 'Agregado', 'Retirada'],
    products: ['Rota Litoral', 'Rota Serra', 'Rota Capital', 'Rota Interior', 'Rota Fronteira', 'Rota Vale', 'Rota Planalto', 'Rota Porto'],
  },
  stock: {
    channels: ['Seco', 'Refrigerado', 'Congelado', 'Embalagem'],
    products: ['CD Campinas', 'CD Curitiba', 'CD Recife', 'CD Goiânia', 'CD Belém', 'Fábrica 1', 'Fábrica 2', 'Trânsito'],
  },
  production: {
    channels: ['Manhã', 'Tarde', 'Noite', 'Extra'],
    products: ['Queijo fatiado', 'Iogurte', 'Lasanha', 'Pão de queijo', 'Molho de tomate', 'Massa fresca', 'Requeijão', 'Suco'],
    members: numbered('Linha', 15),
  },
  people: {
    channels: ['Efetivo', 'Temporário', 'Terceiro', 'Estágio'],
    products: ['Indústria', 'Comercial', 'Logística', 'Administração', 'Qualidade', 'Tecnologia', 'Finanças', 'Jurídico'],
  },
  marketing: {
    channels: ['Busca', 'Social', 'TV e rádio', 'E-mail'],
    products: ['Volta às aulas', 'Inverno', 'Junina', 'Dia das Mães', 'Copa', 'Lançamentos', 'Natal', 'Institucional'],
  },
  hospital: {
    channels: ['Internamento', 'Urgência', 'Cirurgia', 'Ambulatório'],
    products: [
      'Medicina A',
      'Medicina B',
      'Cirurgia geral',
      'Ortopedia',
      'Obstetrícia',
      'Pediatria',
      'Cuidados intensivos',
      'Hospital de dia',
    ],
    members: [
      ...['Medicina interna', 'Cirurgia geral', 'Cardiologia', 'Ortopedia', 'Pediatria', 'Obstetrícia', 'Neurologia', 'Oncologia'],
      ...['Pneumologia', 'Urologia', 'Gastrenterologia', 'Nefrologia', 'Psiquiatria', 'Oftalmologia', 'Dermatologia'],
    ],
  },
  energy: {
    channels: ['Eólica', 'Solar', 'Hidráulica', 'Térmica'],
    products: ['Mercado livre', 'Distribuidora', 'Indústria', 'Mineração', 'Reserva', 'Leilão 2024', 'Leilão 2025', 'Curto prazo'],
    members: numbered('Unidade', 15),
  },
  usage: {
    channels: ['Computador', 'Celular', 'TV', 'Incorporado'],
    products: ['Comercial', 'Finanças', 'Operações', 'Pessoas', 'Qualidade', 'Diretoria', 'Marketing', 'Suporte'],
  },
  portfolio: {
    channels: ['Licença', 'Projeto', 'Sustentação', 'Treinamento'],
    products: ['Alimentos', 'Saúde', 'Energia', 'Têxtil', 'Agro', 'Varejo', 'Serviços', 'Educação'],
  },
};

const spanish: Partial<Record<Subject, Names>> = {
  finance: {
    channels: ['Operación', 'Financiero', 'Inversión', 'Impuestos'],
    products: ['Clientes', 'Proveedores', 'Remuneraciones', 'Tributos', 'Arriendos', 'Energía', 'Intereses', 'Otros'],
  },
  energy: {
    channels: ['Eólica', 'Solar', 'Hidráulica', 'Térmica'],
    products: [
      'Clientes libres',
      'Distribuidoras',
      'Industria',
      'Minería',
      'Reserva',
      'Licitación 2024',
      'Licitación 2025',
      'Mercado spot',
    ],
    members: numbered('Unidad', 15),
  },
};

const european: Partial<Record<Subject, Names>> = {
  finance: {
    channels: ['Operacional', 'Financeiro', 'Investimento', 'Impostos'],
    products: ['Seguradoras', 'SNS', 'Particulares', 'Fornecedores', 'Vencimentos', 'Rendas', 'Juros', 'Outros'],
  },
  people: {
    channels: ['Efetivo', 'A termo', 'Prestador', 'Estágio'],
    products: ['Enfermagem', 'Medicina', 'Auxiliares', 'Técnicos', 'Administrativos', 'Farmácia', 'Logística', 'Direção'],
  },
  stock: {
    channels: ['Medicamentos', 'Material clínico', 'Reagentes', 'Alimentação'],
    products: ['Farmácia central', 'Bloco', 'Urgência', 'Enfermarias', 'Laboratório', 'Imagiologia', 'Cozinha', 'Armazém geral'],
  },
};

export function getNames(tenant: TenantKey, subject: Subject): Required<Names> {
  const own = (tenant === 'sierra' ? spanish : tenant === 'aurora' ? european : {})[subject] ?? portuguese[subject];
  return { members: flavours[tenant].people, ...own };
}
