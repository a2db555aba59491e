import type { embeddingPage as defining } from '../en-US/embedding-page.ts';
import type { Texts } from '../types.ts';

export const embeddingPage: Texts<typeof defining> = {
  'embedding.page.opening': 'Abriendo…',
  'embedding.page.over': 'La sesión terminó',
  'embedding.page.overText': 'Recarga la página para continuar.',
  'embedding.page.reload': 'Recargar',
  'embedding.page.refused': 'No se pudo abrir esta página',
  'embedding.page.refusedText': 'Recarga la página que contiene a esta. Si sigue igual, avisa a quien administra ese sitio.',
  'embedding.page.token': 'La página que contiene a esta envió un token que fue rechazado: {{why}}',
  'embedding.page.token.malformed': 'no es un token válido.',
  'embedding.page.token.algorithm': 'debe firmarse con HS256.',
  'embedding.page.token.signature': 'la firma o la clave no es válida.',
  'embedding.page.token.claims': 'falta un dato del token o alguno no es válido.',
  'embedding.page.token.audience': 'es de otra dirección.',
  'embedding.page.token.expired': 'ha caducado.',
  'embedding.page.token.future': 'todavía no es válido. Revisa el reloj del servidor.',
  'embedding.page.token.life': 'es válido durante demasiado tiempo.',
  'embedding.page.report': 'Informe {{name}}',
  'embedding.page.external': 'Este informe está en otro sitio y se abre en su propia ventana.',
  'embedding.page.externalOpen': 'Abrir el informe',
};
