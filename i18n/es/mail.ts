import type { mail as defining } from '../en-US/mail.ts';
import type { Texts } from '../types.ts';

export const mail: Texts<typeof defining> = {
  'mail.greeting': 'Hola, {{name}}',
  'mail.link': 'O copia esta dirección en el navegador:',
  'mail.why': 'Recibes este mensaje porque tienes acceso a {{tenant}}.',
  'mail.choose': 'Elegir qué llega por correo',
  'mail.writtenByUnit': 'Escrito por {{tenant}}.',
  'mail.tooLarge': 'El archivo es demasiado grande para un correo; descárgalo con el botón.',
  'mail.sample.report': 'Ventas por región',
  'mail.sample.title': 'Actualización mensual',
  'mail.sample.view': 'Este trimestre',
  'mail.sample.group': 'Ventas',
  'mail.sample.device': 'Pantalla de la recepción',
  'mail.sample.playlist': 'Resultados de la semana',
  'mail.sample.task': 'Actualizar cada mañana',
  'mail.sample.target': 'Ventas',
  'mail.sample.sentence': 'Necesito las cifras para la reunión del viernes.',
  'mail.test.title': 'Mensaje de prueba de {{tenant}}',
  'mail.test.text': 'Si estás leyendo esto, el servidor de correo {{host}} envía mensajes por {{tenant}}.',
  'mail.test.action': 'Abrir el portal',
  'mail.account.why': 'Recibes este mensaje porque esta dirección se usa para entrar en {{tenant}}. Nadie te pedirá nunca este enlace.',
  'mail.account_invite.title': 'Tu acceso a {{tenant}}',
  'mail.account_invite.text':
    '{{tenant}} te ha invitado a ver sus informes. Acepta la invitación para elegir cómo vas a entrar. El enlace sirve una sola vez, hasta {{at}}.',
  'mail.account_invite.admin.text':
    '{{tenant}} te ha invitado a administrar su portal: prepararlo y decidir quién entra. Acepta la invitación para elegir cómo vas a entrar. El enlace sirve una sola vez, hasta {{at}}.',
  'mail.account_invite.action': 'Aceptar la invitación',
  'mail.account_reset.title': 'Nueva contraseña para {{tenant}}',
  'mail.account_reset.text':
    'Alguien pidió una contraseña nueva para {{email}}. Si has sido tú, elígela ahora: el enlace sirve una sola vez, hasta {{at}}. Si no, ignora este mensaje y tu contraseña seguirá igual.',
  'mail.account_reset.action': 'Elegir una contraseña nueva',
  'mail.account_changed.title': 'Se cambió tu contraseña',
  'mail.account_changed.text':
    'La contraseña de {{email}} se cambió el {{at}} y se cerraron todas las demás sesiones. Si no has sido tú, elige otra ahora mismo y avisa a quien administra {{tenant}}.',
  'mail.account_changed.action': 'No he sido yo',
  'mail.account_device.title': 'Nuevo acceso a {{tenant}}',
  'mail.account_device.text':
    'El {{at}} alguien entró como {{email}} desde un navegador que no era conocido: {{device}}, dirección {{address}}. Si fuiste tú, no hay nada que hacer. Si no, cierra esa sesión, cambia tu contraseña, si tienes una, y avisa a quien administra {{tenant}}.',
  'mail.account_device.action': 'Ver mis sesiones',
  'mail.account_guessed.title': 'Alguien intentó entrar como tú en {{tenant}}',
  'mail.account_guessed.text':
    'El {{at}} alguien superó el primer paso del acceso como {{email}} y falló demasiados códigos en el segundo: {{device}}, dirección {{address}}. Quien fue conoce tu contraseña, o vino de tu proveedor de identidad; nadie entró así. Si fuiste tú, no hay nada que hacer. Si no, cambia tu contraseña ahora y avisa a quien administra {{tenant}}.',
  'mail.account_guessed.action': 'Cambiar mi contraseña',
  'mail.account_ways.title': 'Tu acceso a {{tenant}}',
  'mail.account_ways.text': 'Tienes acceso a {{tenant}} con {{email}}. No hay contraseña que definir: entra con {{ways}}.',
  'mail.account_ways.action': 'Entrar',
  'mail.account_link_code.title': 'Tu código para {{tenant}}',
  'mail.account_link_code.text':
    'Alguien que está entrando en {{tenant}} por el proveedor de identidad dice ser {{email}}. Si fuiste tú, escribe este código en el navegador en el que estás entrando: {{code}}. Vale una vez, durante diez minutos desde que empezó ese acceso. Si no fuiste tú, ignora este mensaje.',
  'mail.account_link_code.action': 'Abrir la página de acceso',
  'mail.account_provider.title': 'Tu acceso a {{tenant}}',
  'mail.account_provider.text':
    'Alguien pidió una contraseña nueva para {{email}} en {{tenant}}. ¡Tu método de autenticación no permite cambiar la contraseña! Entra con {{ways}}; si no puedes, habla con quien administra {{tenant}}.',
  'mail.account_provider.action': 'Entrar',
  'mail.account_factor.title': 'Se cambió tu verificación en dos pasos',
  'mail.account_factor.text':
    'El {{at}}, en {{tenant}}, se cambió la verificación en dos pasos de {{email}}: {{change}} Si has sido tú, no hay nada que hacer. Si no, deshazlo ahora: el enlace funciona una vez, durante 7 días. También cierra todas tus sesiones, y eliges una contraseña nueva.',
  'mail.account_factor.action': 'No he sido yo',
  'mail.factor.added': 'se añadió {{name}}.',
  'mail.factor.removed': 'se quitó {{name}}.',
  'mail.factor.codes': 'se crearon códigos de recuperación nuevos.',
  'mail.factor.wiped': 'se quitaron todos los segundos factores y códigos de recuperación.',
  'mail.account_code.title': 'Tu código para la verificación en dos pasos',
  'mail.account_code.text':
    '{{code}} es tu código para configurar la verificación en dos pasos de {{email}}. Funciona una vez, durante 10 minutos. Si no lo has pedido, cambia tu contraseña: alguien la conoce.',
  'mail.account_code.action': 'Abrir el portal',
  'mail.account_lost.title': '¿Has perdido tu segundo paso?',
  'mail.account_lost.text':
    'Alguien que conoce la contraseña de {{email}} ha indicado que perdió todas las formas de confirmar el segundo paso. Si has sido tú, empieza el restablecimiento: el enlace funciona una vez, hasta el {{at}}, y el restablecimiento tarda 24 horas. Si no, ignora este mensaje y cambia tu contraseña.',
  'mail.account_lost.action': 'Empezar el restablecimiento',
  'mail.account_waiting.title': 'Se va a restablecer tu verificación en dos pasos',
  'mail.account_waiting.text':
    'La verificación en dos pasos de {{email}} se quitará después del {{at}}. Si no lo has pedido, consérvala: el enlace funciona una vez. Entrar con el segundo paso también la conserva.',
  'mail.account_waiting.action': 'Conservar mi verificación en dos pasos',
  'mail.ways.own': 'el proveedor de tu organización',
  'mail.writtenBy': 'Escrito por {{person}}, {{tenant}}.',
  'mail.unsubscribe.title': '¿Dejar de recibir estos correos?',
  'mail.unsubscribe.text': '“{{kind}}”: {{tenant}} dejará de enviarte correos sobre esto. Seguirá apareciendo en tus notificaciones.',
  'mail.unsubscribe.button': 'Cancelar suscripción',
  'mail.unsubscribe.done': 'Ya no recibirás estos correos',
  'mail.unsubscribe.doneText': '“{{kind}}” está desactivado. Puedes activarlo de nuevo cuando quieras.',
  'mail.unsubscribe.choose': 'Elegir qué llega por correo',
  'mail.unsubscribe.unknown': 'Este enlace no funciona',
  'mail.unsubscribe.unknownText': 'Puede estar incompleto o ser de alguien que se fue. Puedes elegir tus correos en el portal.',
  'mail.unsubscribe.refused': 'No se cambió nada',
  'mail.unsubscribe.refusedText': 'Esta solicitud no era el formulario de cancelación. Abre el enlace y presiona el botón.',
};
