import type { companies as defining } from '../en-US/companies.ts';
import type { Texts } from '../types.ts';

export const companies: Texts<typeof defining> = {
  'companies.change': 'Trocar de unidade de negócio',
  'companies.change.text': 'A outra unidade abre no endereço dela.',
  'companies.search': 'Buscar unidade',
  'companies.list': 'Suas unidades de negócio',
  'companies.here': 'Você está aqui',
  'companies.kind.platform': 'Plataforma',
  'companies.kind.partner': 'Parceiro',
};
