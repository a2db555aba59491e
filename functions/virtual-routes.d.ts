/** Made by the build from every feature's `routes.ts` (dev/route-table.ts). */
declare module 'virtual:routes' {
  export const routeTable: readonly import('./request/route.ts').RouteEntry[];
}
