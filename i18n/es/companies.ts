import type { companies as defining } from '../en-US/companies.ts';
import type { Texts } from '../types.ts';

export const companies: Texts<typeof defining> = {
  'companies.change': 'Cambiar de unidad de negocio',
  'companies.change.text': 'La otra unidad se abre en su propia dirección.',
  'companies.search': 'Buscar unidad',
  'companies.list': 'Tus unidades de negocio',
  'companies.here': 'Estás aquí',
  'companies.kind.platform': 'Plataforma',
  'companies.kind.partner': 'Socio',
};
