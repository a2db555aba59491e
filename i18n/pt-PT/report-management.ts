import type { reportManagement as defining } from '../en-US/report-management.ts';
import type { Texts } from '../types.ts';

export const reportManagement: Texts<typeof defining> = {
  'manage.crumb': 'Administrar',
  'manage.title': 'Relatórios',
  'manage.open': 'Gerir',
  'manage.close': 'Fechar as ferramentas',
  'manage.tools': 'Gestão do relatório',
  'manage.toList': 'Ir para os relatórios',
  'manage.gone': 'Este relatório não existe',
  'manage.goneText': 'Pode ter sido eliminado. A lista mostra os que existem.',
  'manage.hidden.title': 'Este relatório está oculto',
  'manage.hidden.text': 'Ninguém o abre enquanto estiver oculto, nem por uma ligação direta. Mostre-o nas ferramentas ao lado.',
  'manage.hidden.word': 'Oculto',
  'manage.tab.data': 'Dados',
  'manage.field.title': 'Título',
  'manage.parts': 'Partes da gestão de relatórios',
};
