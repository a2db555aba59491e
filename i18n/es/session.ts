import type { session as defining } from '../en-US/session.ts';
import type { Texts } from '../types.ts';

export const session: Texts<typeof defining> = {
  'session.signIn': 'Iniciar sesión',
  'session.headline': 'Tus números, desde un punto más alto',
  'session.welcomeBack': 'Qué bueno verte de nuevo',
  'session.lead': 'Inicia sesión para ver los informes de tu equipo.',
  'session.email': 'Correo electrónico',
  'session.emailPlaceholder': 'nombre@empresa.com',
  'session.password': 'Contraseña',
  'session.signInFailed': '¡Error al iniciar sesión!',
  'session.samlFailed': '¡Error al autenticar!',
  'session.wait': 'Demasiados intentos. Vuelve a intentarlo en {{wait}}.',
  'session.unavailable': 'El portal no puede responder ahora. Tu contraseña no se ha comprobado. Inténtalo de nuevo en unos minutos.',
  'session.network': 'Sin conexión. Revisa tu red e inténtalo de nuevo.',
  'session.updating': 'Actualizando la sesión',
  'session.maintenanceUntil': 'Hasta {{until}}',
  'session.domain.title': 'No hay ningún portal en esta dirección',
  'session.domain.text': 'Comprueba que la dirección esté bien escrita o pregunta a quien te la dio.',
  'session.ip.title': '¡IP no permitida!',
  'session.ip.text':
    'Este portal solo se abre desde las redes que permite el administrador. Conéctate a una de ellas y vuelve a iniciar sesión.',
  'session.popup.title': 'Tu navegador bloqueó la pestaña nueva',
  'session.popup.text':
    'Este informe se abre fuera del portal. Ábrelo aquí y permite las ventanas emergentes de esta dirección para ir directo la próxima vez.',
  'session.popup.missing': 'Este informe se abre fuera del portal. Vuelve atrás y ábrelo de nuevo.',
  'session.popup.open': 'Abrir informe',
  'session.notFound.title': 'Esta página no existe',
  'session.notFound.text': 'La dirección puede haber cambiado o tener algún error.',
  'session.mismatch.title': 'Esta página no forma parte de tu perfil',
  'session.mismatch.text': 'Has iniciado sesión como {{name}}. Otra cuenta puede tener acceso.',
  'session.already.title': 'Ya has iniciado sesión',
  'session.already.text': 'Has iniciado sesión como {{name}}.',
  'session.goHome': 'Ir al inicio',
  'session.signInAsOther': 'Iniciar sesión como otra persona',
  'session.backToSignIn': 'Ir a iniciar sesión',
  'session.portalFailed': 'No se pudo cargar el portal',
};
