import type { settingsSearch as defining } from '../en-US/settings-search.ts';
import type { Texts } from '../types.ts';

export const settingsSearch: Texts<typeof defining> = {
  'find.mfa': '2FA MFA TOTP verificación dos pasos dos factores multifactor autenticador passkey código',
  'find.sso': 'SSO SAML inicio único Okta Entra Azure AD Google proveedor de identidad',
  'find.scim': 'SCIM aprovisionamiento directorio sincronización token',
  'find.password': 'contraseña reglas fuerza caducidad caracteres',
  'find.session': 'sesión tiempo inactividad salir horas caducar',
  'find.address': 'IP red VPN lista blanca rango CIDR',
  'find.mail': 'SMTP correo remitente servidor',
  'find.history': 'historial cambios auditoría registro quién cambió',
  'find.entries': 'entradas accesos historial registro inicios',
  'find.embedding': 'incrustar iframe SDK token clave sitio',
  'find.fields': 'atributos columnas campos adicionales',
  'find.zone': 'reloj hora huso región',
  'find.language': 'traducción idioma inglés español portugués',
  'find.remote': 'ayuda soporte asistencia sesión entrar como',
  'find.import': 'CSV hoja de cálculo Excel archivo masivo carga',
  'find.account': 'entidad de servicio Power BI aplicación secreto conexión',
  'find.capacity': 'Azure Fabric F8 pausar encender tamaño presupuesto ahorro precio simulación turno reserva',
  'find.capacityRules': 'Reglas y costos de una capacidad',
  'settings.search.people': 'Personas',
  'find.title.shifts': 'Turnos',
  'find.title.holidays': 'Festivos',
  'find.title.runs': 'Ejecuciones de acciones automáticas',
};
