
/** What the pages of operation and administration read first; comes with the first of them, so that home stays small. */
export const operateLoaders = {
  clients: later('clients'),
};
