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
};
