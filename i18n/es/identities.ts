import type { identities as defining } from '../en-US/identities.ts';
import type { Texts } from '../types.ts';

export const identities: Texts<typeof defining> = {
  'identities.title': 'Proveedores de identidad',
  'identities.none': 'Ningún proveedor conoce a esta persona: entra con contraseña o llave de acceso.',
  'identities.since': 'Vinculada el {{when}}',
  'identities.last': 'último acceso {{when}}',
  'identities.unlink': 'Desvincular',
  'identities.unlinkTitle': '¿Desvincular a {{name}} de {{provider}}?',
  'identities.unlinkText':
    'Las sesiones de esta persona terminan en todos los dispositivos. Si el proveedor vuelve a confirmar este correo, se vinculará de nuevo.',
  'identities.unlinkOwnText': 'Tu sesión sigue abierta. Si el proveedor vuelve a confirmar tu correo, se te vinculará de nuevo.',
  'identities.unlinked': '{{provider}} se desvinculó.',
  'identities.by': 'por {{name}}, por identificador',
  'identities.never': 'nunca usado',
  'identities.link': 'Vincular por identificador',
  'identities.linkTitle': 'Vincular a {{name}} por identificador',
  'identities.linkText':
    'Quien tiene este identificador en el proveedor entra como {{name}}, ya la primera vez. Se avisa a {{name}} por correo.',
  'identities.choice': 'Proveedor',
  'identities.subject': 'Identificador',
  'identities.subjectSaml': 'El NameID persistente, o el atributo definido como clave, tal como lo envía el proveedor.',
  'identities.subjectEntra': 'El ID de objeto del usuario en este directorio.',
  'identities.confirms':
    '{{name}} administra o también usa otra unidad de negocio y por eso no se puede vincular por identificador. Basta con entrar por el proveedor y confirmar una vez con su propia contraseña o llave de acceso.',
  'identities.linked': '{{name}} se vinculó a {{provider}}.',
  'identities.unlinkPlantedText': 'Las sesiones de esta persona terminan en todos los dispositivos. El identificador deja de darle acceso.',
};
