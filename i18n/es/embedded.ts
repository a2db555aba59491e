import type { embedded as defining } from '../en-US/embedded.ts';
import type { Texts } from '../types.ts';

export const embedded: Texts<typeof defining> = {
  'embedding.page.opening': 'Abriendo…',
  'embedding.page.over': 'La sesión terminó',
  'embedding.page.overText': 'Recarga la página para continuar.',
  'embedding.page.reload': 'Recargar',
  'embedding.page.refused': 'No se pudo abrir esta página',
  'embedding.page.refusedText': 'Recarga la página que contiene a esta. Si sigue igual, avisa a quien administra ese sitio.',
  'embedding.page.report': 'Informe {{name}}',
  'embedding.page.external': 'Este informe está en otro sitio y se abre en su propia ventana.',
  'embedding.page.externalOpen': 'Abrir el informe',
};
