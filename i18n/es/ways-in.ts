import type { waysIn as defining } from '../en-US/ways-in.ts';
import type { Texts } from '../types.ts';

/** The access points of a unit, and what each one reaches. */
export const waysIn: Texts<typeof defining> = {
  'ways.guest.title': 'Solo para administradores de la propia unidad',
  'ways.guest.text':
    'El SSO, el aprovisionamiento y sus claves no se pueden ver ni cambiar durante una visita. Pídelo a un administrador de esta unidad.',
  'ways.area': 'Qué alcanzan',
  'ways.text': 'Todas las vías de entrada a esta unidad, qué puede hacer cada una y cuándo se usó por última vez.',
  'ways.list': 'Vías de entrada',
  'ways.off': 'Desactivada',
  'ways.used': 'Último uso: {{when}}',
  'ways.unused': 'Sin usar',
  'ways.kind.password': 'Contraseñas y llaves de acceso de las cuentas',
  'ways.kind.saml': 'Proveedor de identidad (SAML)',
  'ways.kind.entra': 'Microsoft Entra',
  'ways.kind.directory': 'Directorio (SCIM)',
  'ways.kind.embedding': 'Clave de incrustación',
  'ways.kind.partner': 'Socio',
  'ways.kind.mail': 'Servidor de correo propio',
  'ways.kind.domain': 'Dominio propio',
  'ways.reach.account': 'Demuestra la propia cuenta, con su segundo factor si lo tiene, y por eso abre todas las unidades de la persona.',
  'ways.reach.unitOnly': 'Responde por las personas solo en esta unidad: no alcanza ninguna cuenta ni otra unidad.',
  'ways.reach.bindsPlain': 'Reconoce a usuarios comunes por su dirección en {{domains}}; los demás se identifican una vez.',
  'ways.reach.bindsNobody': 'No lista ningún dominio, así que no reconoce a nadie por su dirección.',
  'ways.reach.linked': 'Da acceso a usuarios comunes que un administrador vinculó por identificador.',
  'ways.reach.makes': 'Añade a personas de {{domains}} en su primera entrada, como usuarios comunes sin cuenta.',
  'ways.reach.guests': 'Deja entrar a invitados del directorio; nunca se toman por alguien que ya está aquí.',
  'ways.reach.noAdministrators': 'Sus reglas no crean administradores.',
  'ways.reach.provisions': 'Añade, cambia y desactiva a las personas que trajo.',
  'ways.reach.adopts': 'Asume a usuarios comunes con dirección en {{domains}}, porque está vinculado a ese proveedor.',
  'ways.reach.adoptsNobody': 'No asume a nadie que haya creado el portal.',
  'ways.reach.raises': 'Un grupo suyo convierte en administradoras a las personas que trajo.',
  'ways.reach.viewers': 'Muestra el portal como lector a las personas que nombra su servidor, también a administradores; no cambia nada.',
  'ways.reach.entersAdmin': 'Entra como administrador, para el contenido y las personas por debajo de los administradores.',
  'ways.reach.entersUser': 'Entra como uno de los usuarios, con el consentimiento de esa persona si la unidad lo exige.',
  'ways.reach.entersNot': 'Ve facturas; no puede entrar.',
  'ways.reach.verified': 'Se pregunta a un administrador de esta unidad antes de cada visita.',
  'ways.reach.unverified': 'No se pregunta a ningún administrador antes de una visita.',
  'ways.reach.keysClosed':
    'Perfiles, proveedores, claves, servidor de correo y seguridad quedan cerrados durante la visita, y lo que creó no abre puertas después.',
  'ways.reach.keepsTasks':
    'Sus acciones automáticas funcionan mientras pueda entrar como administrador; un administrador de esta unidad puede pausarlas.',
  'ways.reach.news': 'Envía novedades y avisos en nombre de esta unidad.',
  'ways.reach.noSecrets': 'Los enlaces que abren una cuenta nunca pasan por él: salen por la plataforma.',
  'ways.reach.typedHere': 'Su DNS es de esta unidad: de lo que se escribe en {{name}} responde solo esta unidad.',
};
