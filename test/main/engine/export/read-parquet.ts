import { readFile } from 'node:fs/promises'
import { zstdDecompressSync } from 'node:zlib'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'

const compressors = { ZSTD: (packed: Uint8Array) => new Uint8Array(zstdDecompressSync(packed)) }

/** A Parquet file as another reader finds it; numbers of 64 bits are bigints. */
export async function readParquet(path: string) {
  const bytes = await readFile(path)
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  return { bytes, metadata: parquetMetadata(file), rows: await parquetReadObjects({ file, compressors }) }
}
