import type { inTenant } from './build.ts';
import type { DemoPerson } from './types.ts';

type Make = ReturnType<typeof inTenant>;

/** Fifty people who give Vértice's lists and counts a realistic size. */
export function verticeColleagues(make: Make): DemoPerson[] {
  const of = (department: string, names: string, more?: Parameters<Make['colleagues']>[3]) =>
    make.colleagues('vertice.test', department, names, more);
  return [
    ...of('Diretoria', 'Augusto Ferraz\nBeatriz Sampaio Leme\nCelso Antunes Braga', { position: 'director' }),
    ...of('Vendas', 'Rogério Bastos\nPatrícia Nogueira', { position: 'manager' }),
    ...of(
      'Vendas',
      `Adriana Fontes
      Bruno Cavalcanti
      Cláudia Meireles
      Diego Farias Neto
      Elaine Tavares
      Fábio Guimarães
      Gabriela Portela
      Hugo Sarmento
      Jéssica Amaral`,
    ),
    ...of('Vendas', 'Ítalo Carneiro', { status: 'I' }),
    ...of('Financeiro', 'Mônica Valadares', { position: 'manager' }),
    ...of('Financeiro', 'Anderson Pires\nCamila Drummond\nEduardo Lacerda\nFernanda Quevedo'),
    ...of('Controladoria', 'Regina Albuquerque', { position: 'manager' }),
    ...of('Controladoria', 'Thiago Menezes\nVanessa Rocha Lima'),
    ...of('Logística', 'Sérgio Mattoso', { position: 'manager' }),
    ...of('Logística', 'Alessandra Brito\nCristiano Peixoto', { position: 'supervisor' }),
    ...of('Logística', 'Débora Salgado\nEverton Queiroz\nJuliana Torres Maia\nMaurício Bandeira'),
    ...of('Logística', 'Nilson Furtado', { status: 'D' }),
    ...of('Indústria', 'Paulo Roberto Vilela', { position: 'manager' }),
    ...of('Indústria', 'Andréia Coutinho\nCarlos Eduardo Rangel\nEliane Figueira', { position: 'supervisor' }),
    ...of('Indústria', 'Gilberto Nunes\nJoana Severo'),
    ...of('Qualidade', 'Larissa Monteiro', { position: 'supervisor' }),
    ...of('Qualidade', 'Rafael Damasceno'),
    ...of('Qualidade', 'Simone Galvão', { invitedDaysAgo: 5 }),
    ...of('Recursos Humanos', 'Tânia Vasconcelos', { position: 'manager' }),
    ...of('Recursos Humanos', 'Alexandre Moura\nIsabela Corrêa'),
    ...of('Marketing', 'Viviane Assunção', { position: 'manager' }),
    ...of('Marketing', 'Caio Bittencourt\nMariana Lobato'),
    ...of('Exportação', 'Roberta Sales', { endsInDays: 9 }),
    ...of('Exportação', 'Vinícius Padilha', { invitedDaysAgo: 2 }),
    ...of('Suporte', 'Wagner Teles', { position: 'other' }),
    ...of('Dados e Tecnologia', 'Leandro Aguiar'),
    ...of('Dados e Tecnologia', 'Otávio Linhares', { status: 'B' }),
  ];
}

export function auroraColleagues(make: Make): DemoPerson[] {
  const of = (department: string, names: string, more?: Parameters<Make['colleagues']>[3]) =>
    make.colleagues('aurora.test', department, names, more);
  return [
    ...of('Direção clínica', 'Margarida Teles de Abreu\nAntónio Vaz Pinheiro', { position: 'director' }),
    ...of('Gestão de camas', 'Catarina Moutinho\nDuarte Sequeira', { position: 'supervisor' }),
    ...of('Enfermagem', 'Ana Sofia Ramalho\nBárbara Nóbrega\nFilipe Cardoso\nMafalda Serrano'),
    ...of('Urgência', 'Gonçalo Pestana\nRita Salvador'),
    ...of('Financeiro', 'Jorge Bacelar', { position: 'manager' }),
    ...of('Financeiro', 'Leonor Matias\nTiago Varela'),
    ...of('Recursos humanos', 'Susana Coimbra'),
    ...of('Farmácia', 'Nuno Teixeira Dias', { invitedDaysAgo: 3 }),
    ...of('Qualidade', 'Joana Brandão', { status: 'I' }),
  ];
}

export function sierraColleagues(make: Make): DemoPerson[] {
  const of = (department: string, names: string, more?: Parameters<Make['colleagues']>[3]) =>
    make.colleagues('sierra.test', department, names, more);
  return [
    ...of('Operación', 'Cristóbal Araya\nFrancisca Olivares', { position: 'supervisor' }),
    ...of('Mantenimiento', 'Ignacio Sepúlveda\nPaulina Cáceres'),
    ...of('Finanzas', 'Rodrigo Urrutia'),
  ];
}
