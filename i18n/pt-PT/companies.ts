import type { companies as defining } from '../en-US/companies.ts';
import type { Texts } from '../types.ts';

export const companies: Texts<typeof defining> = {
  'companies.change': 'Mudar de unidade de negócio',
  'companies.change.text': 'A outra unidade abre no respetivo endereço.',
  'companies.search': 'Procurar unidade',
  'companies.list': 'As suas unidades de negócio',
  'companies.here': 'Está aqui',
  'companies.kind.platform': 'Plataforma',
  'companies.kind.partner': 'Parceiro',
};
