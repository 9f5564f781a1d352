/** Options of `open`. */
export interface OpenOptions {
    /**
     * The folder of the files `*_bg.wasm`, as an address; in a browser it may be relative to the page. It counts for all
     * modules that are loaded after the call. The default is the folder of the script.
     */
    modules?: string | URL;
}
