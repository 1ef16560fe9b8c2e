"""The pages: parse a request, call one use case, render. One blueprint a noun."""
