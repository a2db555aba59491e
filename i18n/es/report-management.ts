import type { reportManagement as defining } from '../en-US/report-management.ts';
import type { Texts } from '../types.ts';

export const reportManagement: Texts<typeof defining> = {
  'manage.crumb': 'Administrar',
  'manage.title': 'Informes',
  'manage.open': 'Gestionar',
  'manage.close': 'Cerrar las herramientas',
  'manage.tools': 'Gestión del informe',
  'manage.toList': 'Ir a los informes',
  'manage.gone': 'Este informe no existe',
  'manage.goneText': 'Puede que se haya eliminado. La lista muestra los que existen.',
  'manage.hidden.title': 'Este informe está oculto',
  'manage.hidden.text': 'Nadie lo abre mientras esté oculto, ni con un enlace directo. Muéstralo en las herramientas de al lado.',
  'manage.hidden.word': 'Oculto',
  'manage.tab.data': 'Datos',
  'manage.field.title': 'Título',
  'manage.parts': 'Partes de la gestión de informes',
};
