import type { htmlImport as defining } from '../en-US/html-import.ts';
import type { Texts } from '../types.ts';

export const htmlImport: Texts<typeof defining> = {
  'htmlImport.import': 'Importar HTML',
  'htmlImport.text':
    'O conteúdo do corpo do documento vira o texto do e-mail, entre a saudação e o botão. Nada é corrigido: um documento que viola uma regra é recusado.',
  'htmlImport.file': 'Escolher um arquivo HTML',
  'htmlImport.source': 'HTML',
  'htmlImport.none': 'Escolha um arquivo ou cole um documento.',
  'htmlImport.tooLong': 'No máximo {{limit}} caracteres.',
  'htmlImport.check': 'Verificar e importar',
  'htmlImport.refused': 'O documento foi recusado',
  'htmlImport.line': 'Linha {{line}}: {{rule}} ({{what}})',
  'htmlImport.title': 'HTML importado',
  'htmlImport.remove': 'Escrever o texto aqui',
  'htmlImport.rule.inline': 'os estilos devem ser inline',
  'htmlImport.rule.head': 'sem CSS externo nem bloco de estilos no head',
  'htmlImport.rule.root': 'sem estilos em html, head ou body',
  'htmlImport.rule.scripts': 'scripts são bloqueados',
  'htmlImport.rule.remote': 'imagens e outros conteúdos externos são bloqueados',
  'htmlImport.rule.forms': 'formulários são bloqueados',
  'htmlImport.rule.frames': 'frames e objetos incorporados são bloqueados',
  'htmlImport.rule.address': 'base e meta refresh são bloqueados',
  'htmlImport.rule.element': 'isto não é permitido em e-mails',
  'htmlImport.rule.size': 'o documento está vazio, é longo demais ou tem níveis demais',
};
