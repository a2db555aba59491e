import type { htmlImport as defining } from '../en-US/html-import.ts';
import type { Texts } from '../types.ts';

export const htmlImport: Texts<typeof defining> = {
  'htmlImport.import': 'Importar HTML',
  'htmlImport.text':
    'El contenido del cuerpo del documento pasa a ser el texto del correo, entre el saludo y el botón. No se corrige nada: un documento que incumple una regla se rechaza.',
  'htmlImport.file': 'Elegir un archivo HTML',
  'htmlImport.source': 'HTML',
  'htmlImport.none': 'Elige un archivo o pega un documento.',
  'htmlImport.tooLong': 'Como máximo {{limit}} caracteres.',
  'htmlImport.check': 'Comprobar e importar',
  'htmlImport.refused': 'El documento se rechazó',
  'htmlImport.line': 'Línea {{line}}: {{rule}} ({{what}})',
  'htmlImport.title': 'HTML importado',
  'htmlImport.remove': 'Escribir el texto aquí',
  'htmlImport.rule.inline': 'los estilos deben ser en línea',
  'htmlImport.rule.head': 'sin CSS externo ni bloque de estilos en head',
  'htmlImport.rule.root': 'sin estilos en html, head o body',
  'htmlImport.rule.scripts': 'los scripts se bloquean',
  'htmlImport.rule.remote': 'las imágenes y otros contenidos externos se bloquean',
  'htmlImport.rule.forms': 'los formularios se bloquean',
  'htmlImport.rule.frames': 'los marcos y objetos incrustados se bloquean',
  'htmlImport.rule.address': 'base y meta refresh se bloquean',
  'htmlImport.rule.element': 'esto no se permite en correos',
  'htmlImport.rule.size': 'el documento está vacío, es demasiado largo o tiene demasiados niveles',
};
