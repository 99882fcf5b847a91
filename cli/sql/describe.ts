import pg from 'pg';

export type Column = {
  name: string;
  oid: number;
  /** The table that it is a plain column of, else 0; `place` is the number of the column there. */
  table: number;
  place: number;
};

type Connection = {
  parse(query: { name: string; text: string; types: number[] }): void;
  describe(what: { type: 'S'; name: string }): void;
  sync(): void;
};

type Described = {
  fields: { name: string; dataTypeID: number; tableID: number; columnID: number }[];
};

/** The columns of its answer, of the last where it is several; none where it answers nothing. Throws what is wrong with it. */
export async function describe(client: pg.Client, text: string): Promise<Column[]> {
  // Only what is sent without values may be several commands, and those are settings without a `;` of their own.
  const commands = text.includes('$1') || !/^\s*set /.test(text) ? [text] : text.split(';');
  let columns: Column[] = [];
  for (const command of commands) columns = await describeOne(client, command);
  return columns;
}

function describeOne(client: pg.Client, text: string): Promise<Column[]> {
  return new Promise((resolve, reject) => {
    let columns: Column[] = [];
    client.query({
      submit(connection: unknown) {
        const to = connection as Connection;
        to.parse({ name: '', text, types: [] });
        to.describe({ type: 'S', name: '' });
        to.sync();
        return null;
      },
      handleRowDescription({ fields }: Described) {
        columns = fields.map(({ name, dataTypeID, tableID, columnID }) => ({
          name,
          oid: dataTypeID,
          table: tableID,
          place: columnID,
        }));
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
    } as unknown as pg.Submittable);
  });
}
